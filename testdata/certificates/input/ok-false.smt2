(assert true)(push)(assert false)
(check-sat)
