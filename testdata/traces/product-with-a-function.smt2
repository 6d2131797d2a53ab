(declare-fun .def_0 (Int) Int)
(declare-const n Int)
(assert (< 2.0 (* n (.def_0 6))))
(check-sat)
