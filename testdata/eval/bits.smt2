; The meaning of the operators on bit-vectors: every assertion holds in every model.
; Read by crates/tress/tests/eval_cases.rs; cvc5 answers sat on the whole file.
(set-logic ALL)

; literals
(assert (= #b00001010 #x0a (_ bv10 8)))
(assert (distinct #b01 #b10 #b11))

; bit by bit
(assert (= (bvnot #b0110) #b1001))
(assert (= (bvand #b0110 #b0011) #b0010))
(assert (= (bvor #b0110 #b0011) #b0111))
(assert (= (bvxor #b0110 #b0011) #b0101))
(assert (= (bvnand #b0110 #b0011) #b1101))
(assert (= (bvnor #b0110 #b0011) #b1000))
(assert (= (bvxnor #b0110 #b0011) #b1010))

; arithmetic modulo two to the width
(assert (= (bvneg #x01) #xff))
(assert (= (bvneg #x80) #x80))
(assert (= (bvadd #xff #x02) #x01))
(assert (= (bvsub #x01 #x02) #xff))
(assert (= (bvmul #x10 #x11) #x10))
(assert (= (bvadd #xffffffffffffffffffffffffffffffff #x00000000000000000000000000000001) #x00000000000000000000000000000000))

; division; by zero it has a value
(assert (= (bvudiv #x0b #x03) #x03))
(assert (= (bvudiv #x0b #x00) #xff))
(assert (= (bvurem #x0b #x03) #x02))
(assert (= (bvurem #x0b #x00) #x0b))
(assert (= (bvsdiv #xf5 #x03) #xfd))
(assert (= (bvsdiv #x0b #xfd) #xfd))
(assert (= (bvsdiv #xf5 #xfd) #x03))
(assert (= (bvsdiv #x80 #xff) #x80))
(assert (= (bvsdiv #x0b #x00) #xff))
(assert (= (bvsdiv #xf5 #x00) #x01))
(assert (= (bvsrem #xf5 #x03) #xfe))
(assert (= (bvsrem #x0b #xfd) #x02))
(assert (= (bvsrem #xf5 #x00) #xf5))
(assert (= (bvsmod #xf5 #x03) #x01))
(assert (= (bvsmod #x0b #xfd) #xff))
(assert (= (bvsmod #xf5 #xfd) #xfe))
(assert (= (bvsmod #x0c #xfd) #x00))
(assert (= (bvsmod #xf5 #x00) #xf5))

; shifts; as far as the width or further
(assert (= (bvshl #x81 #x01) #x02))
(assert (= (bvshl #x81 #x08) #x00))
(assert (= (bvshl #x81 #xff) #x00))
(assert (= (bvlshr #x81 #x01) #x40))
(assert (= (bvlshr #x81 #x09) #x00))
(assert (= (bvashr #x81 #x01) #xc0))
(assert (= (bvashr #x81 #x09) #xff))
(assert (= (bvashr #x41 #x09) #x00))

; parts
(assert (= (concat #b01 #b1) #b011))
(assert (= ((_ extract 2 1) #b0100) #b10))
(assert (= ((_ extract 3 3) #b0100) #b0))
(assert (= ((_ zero_extend 2) #b11) #b0011))
(assert (= ((_ zero_extend 0) #b11) #b11))
(assert (= ((_ sign_extend 2) #b10) #b1110))
(assert (= ((_ sign_extend 2) #b01) #b0001))
(assert (= ((_ rotate_left 1) #b1000) #b0001))
(assert (= ((_ rotate_left 5) #b1000) #b0001))
(assert (= ((_ rotate_left 4) #b1001) #b1001))
(assert (= ((_ rotate_right 1) #b0001) #b1000))
(assert (= ((_ repeat 3) #b10) #b101010))

; comparisons
(assert (and (bvult #x01 #xff) (not (bvult #xff #xff))))
(assert (and (bvule #xff #xff) (not (bvule #xff #x01))))
(assert (and (bvugt #xff #x01) (not (bvugt #xff #xff))))
(assert (and (bvuge #xff #xff) (not (bvuge #x01 #xff))))
(assert (and (bvslt #xff #x01) (not (bvslt #xff #xff))))
(assert (and (bvsle #x80 #x7f) (not (bvsle #x7f #x80))))
(assert (and (bvsgt #x01 #xff) (not (bvsgt #xff #xff))))
(assert (and (bvsge #x7f #x80) (not (bvsge #x80 #x7f))))
(assert (= (bvcomp #x01 #x01) #b1))
(assert (= (bvcomp #x01 #x02) #b0))

; overflow
(assert (and (bvnego #x80) (not (bvnego #x7f)) (not (bvnego #x00))))
(assert (and (bvuaddo #xff #x01) (not (bvuaddo #xfe #x01))))
(assert (and (bvsaddo #x7f #x01) (bvsaddo #x80 #xff) (not (bvsaddo #x7f #xff))))
(assert (and (bvumulo #x10 #x10) (not (bvumulo #x0f #x11))))
(assert (and (bvsmulo #x40 #x02) (bvsmulo #x80 #xff) (not (bvsmulo #xc0 #x02))))
(assert (and (bvusubo #x01 #x02) (not (bvusubo #x02 #x02))))
(assert (and (bvssubo #x80 #x01) (bvssubo #x7f #xff) (not (bvssubo #x80 #x80))))
(assert (and (bvsdivo #x80 #xff) (not (bvsdivo #x81 #xff)) (not (bvsdivo #x80 #x00))))

; numbers
(assert (= ((_ int_to_bv 8) 300) #x2c))
(assert (= ((_ int_to_bv 8) (- 1)) #xff))
(assert (= (ubv_to_int #xff) 255))
(assert (= (sbv_to_int #xff) (- 1)))
(assert (= (sbv_to_int #x80) (- 128)))
