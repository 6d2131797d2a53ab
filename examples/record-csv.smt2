; Records are written as NAME,CITY. Do two different records ever give the same line?
(set-logic ALL)
(declare-datatype Person ((person (name String) (city String))))
(declare-const p Person)
(declare-const q Person)
(define-fun line ((p Person)) String (str.++ (name p) "," (city p)))
(assert (distinct p q))
(push)
(assert (= (line p) (line q)))
(check-sat)
(pop)

; They do. With quotes around the name, and no quotes in it, the line tells the record.
(define-fun quoted ((p Person)) String (str.++ "\u{22}" (name p) "\u{22}," (city p)))
(assert (not (str.contains (name p) "\u{22}")))
(assert (not (str.contains (name q) "\u{22}")))
(assert (= (quoted p) (quoted q)))
(check-sat)
