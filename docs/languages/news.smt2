; The news page as SMT-LIB: the query is defined by the id.
(declare-const id String)
(declare-const query String)
(assert (= query (str.++ "nid_" id)))
(assert (str.in_re id (re.search_pcre "[\d]+$")))
(assert (str.contains query "'"))
(check-sat)
