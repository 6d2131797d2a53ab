; A login form accepts only names without a quote. Is there one that ends the quotation of the query and goes on as SQL?
; There is none: this answer has a certificate.
(declare-const name String)
(assert (str.in_re name (re.* (re.diff re.allchar (str.to_re "'")))))
(assert (str.contains name "' OR "))
(check-sat)
