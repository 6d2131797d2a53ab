; A login form puts a user name into a query. Is there a name that ends the quotation early?
(set-logic QF_SLIA)
(declare-const name String)
(declare-const query String)
(assert (= query (str.++ "user='" name "'")))
(assert (str.contains query "' OR '"))
(assert (< (str.len name) 12))
(check-sat)
(get-value (name query))
