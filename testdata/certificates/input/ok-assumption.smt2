(declare-const p Bool)
(assert p)
(check-sat-assuming ((not p)))
