; A login form puts a user name into a query. Is there a name that ends the quotation early?
(set-logic QF_SLIA)
(declare-const name String)
(declare-const query String)
(assert (= query (str.++ "user='" name "'")))
(assert (str.in_re query
  (re.++ (str.to_re "user='") (re.* (re.diff re.allchar (str.to_re "'"))) (str.to_re "' OR ") re.all)))
(assert (< (str.len name) 12))
(check-sat)
(get-value (name query))
