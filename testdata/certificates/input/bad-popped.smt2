(push)(assert false)(pop)(assert true)
(check-sat)
