//! Existing clients, unmodified, drive the program through a session.
//!
//! Each test is one client library with the flags and the commands it sends by itself. The
//! formulas are small on purpose: what is tested is the conversation, not the solver.

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_tress");

/// The crate easy-smt: waits for `success` after every command, also after `exit`.
mod easy_smt_session {
    use super::PROGRAM;
    use easy_smt::{Context, ContextBuilder, Response, SExpr};

    fn start(flags: &[&str]) -> Context {
        ContextBuilder::new().solver(PROGRAM).solver_args(flags).build().expect("tress starts")
    }

    /// The flags that easy-smt gives to z3 and to cvc5.
    fn both() -> [Context; 2] {
        [start(&["-smt2", "-in", "-v:0"]), start(&["--quiet", "--lang=smt2", "--incremental"])]
    }

    fn value(context: &mut Context, term: SExpr) -> String {
        let values = context.get_value(vec![term]).expect("a value");
        let [(asked, value)] = values.as_slice() else { panic!("one value") };
        assert_eq!(*asked, term, "the term is repeated as sent");
        context.display(*value).to_string()
    }

    #[test]
    fn declare_assert_push_check_value_pop() {
        for mut context in both() {
            context.set_logic("QF_SLIA").expect("a logic");
            let x = context.declare_const("x", context.int_sort()).expect("declared");
            let y = context.declare_const("y", context.int_sort()).expect("declared");
            let sum = context.plus(x, y);
            let is_ten = context.eq(sum, context.numeral(10));
            context.assert(is_ten).expect("asserted");
            context.assert(context.eq(x, context.numeral(-2))).expect("asserted");
            assert_eq!(context.check().expect("an answer"), Response::Sat);
            assert_eq!(value(&mut context, y), "12");
            assert_eq!(value(&mut context, x), "(- 2)");
            context.push().expect("pushed");
            context.assert(context.eq(y, context.numeral(5))).expect("asserted");
            assert_eq!(context.check().expect("an answer"), Response::Unsat);
            context.pop().expect("popped");
            assert_eq!(context.check().expect("an answer"), Response::Sat);
            context.push_many(2).expect("pushed");
            context.pop_many(2).expect("popped");
            context.exit().expect("acknowledged");
        }
    }

    #[test]
    fn assumptions_functions_and_models() {
        for mut context in both() {
            let a = context.declare_const("a", context.bool_sort()).expect("declared");
            let b = context.declare_const("b", context.bool_sort()).expect("declared");
            let n = context.declare_const("n", context.int_sort()).expect("declared");
            let twice = context
                .define_fun(
                    "twice",
                    vec![("k", context.int_sort())],
                    context.int_sort(),
                    context.plus(context.atom("k"), context.atom("k")),
                )
                .expect("defined");
            context.assert(context.imp(a, b)).expect("asserted");
            let doubled = context.list(vec![twice, n]);
            context.assert(context.eq(doubled, context.numeral(4))).expect("asserted");
            assert_eq!(context.check_assuming([a, context.not(b)]).expect("an answer"), Response::Unsat);
            assert_eq!(context.check_assuming([a]).expect("an answer"), Response::Sat);
            let model = context.get_model().expect("a model");
            let text = context.display(model).to_string();
            for part in ["(define-fun a () Bool true)", "(define-fun b () Bool true)", "n () Int 2)"] {
                assert!(text.contains(part), "{text} holds {part}");
            }
        }
    }

    #[test]
    fn unsat_cores_name_the_assertions() {
        for mut context in both() {
            context.set_option(":produce-unsat-cores", context.true_()).expect("an option");
            let n = context.declare_const("n", context.int_sort()).expect("declared");
            let m = context.declare_const("m", context.int_sort()).expect("declared");
            for (name, symbol, number) in [("low", n, 1), ("other", m, 7), ("high", n, 2)] {
                let equal = context.eq(symbol, context.numeral(number));
                context.assert(context.named(name, equal)).expect("asserted");
            }
            assert_eq!(context.check().expect("an answer"), Response::Unsat);
            let core = context.get_unsat_core().expect("a core");
            assert_eq!(context.display(core).to_string(), "(low high)");
        }
    }

    /// easy-smt ends a string at its first quote and reads backslashes as in C, so strings come
    /// through in the safe style.
    #[test]
    fn strings_in_the_safe_style() {
        let mut context = start(&["-smt2", "-in", "-v:0"]);
        context.set_option(":string-escape", context.atom("safe")).expect("an option");
        let string = context.atom("String");
        let x = context.declare_const("x", string).expect("declared");
        let joined = context.list(vec![context.atom("str.++"), context.atom("\"a\""), x]);
        let whole = context.atom("\"a \"\"b\"\" (c)\"");
        context.assert(context.eq(joined, whole)).expect("asserted");
        let start = context.list(vec![context.atom("str.prefixof"), context.atom("\" \""), x]);
        context.assert(start).expect("asserted");
        let answer = context.check().expect("an answer");
        assert!(matches!(answer, Response::Sat | Response::Unknown), "{answer:?}");
        context.push().expect("pushed");
        context.assert(context.eq(x, context.atom("\" \"\"b\"\" (c)\""))).expect("asserted");
        assert_eq!(context.check().expect("an answer"), Response::Sat);
        let values = context.get_value(vec![x]).expect("a value");
        let text = context.get_str(values[0].1).expect("a string").to_owned();
        assert!(!text.contains(['"', '(', ')']), "{text}");
        context.pop().expect("popped");
        assert!(context.check().is_ok());
    }

    #[test]
    fn an_error_is_one_reply_and_the_session_goes_on() {
        let mut context = start(&["-smt2", "-in", "-v:0"]);
        let bad = context.atom("no-such-name");
        context.push().expect("pushed");
        assert!(context.assert(bad).is_err());
        assert_eq!(context.check().expect("an answer"), Response::Unknown);
        context.pop().expect("popped");
        assert_eq!(context.check().expect("an answer"), Response::Sat);
    }
}

/// The crate rsmt2: reads nothing back after most commands unless it is told to.
mod rsmt2_session {
    use super::PROGRAM;
    use rsmt2::SmtRes;
    use rsmt2::parse::{ExprParser, IdentParser, ModelParser, SymParser, ValueParser};
    use rsmt2::{SmtConf, Solver};

    /// Takes every piece of a reply as text.
    #[derive(Clone, Copy)]
    struct AsText;

    impl<'a> SymParser<String, &'a str> for AsText {
        fn parse_sym(self, input: &'a str) -> SmtRes<String> {
            Ok(input.to_owned())
        }
    }

    impl<'a> IdentParser<String, String, &'a str> for AsText {
        fn parse_ident(self, input: &'a str) -> SmtRes<String> {
            Ok(input.to_owned())
        }
        fn parse_type(self, input: &'a str) -> SmtRes<String> {
            Ok(input.to_owned())
        }
    }

    impl<'a> ModelParser<String, String, String, &'a str> for AsText {
        fn parse_value(
            self,
            input: &'a str,
            _: &String,
            _: &[(String, String)],
            _: &String,
        ) -> SmtRes<String> {
            Ok(input.to_owned())
        }
    }

    impl<'a> ValueParser<String, &'a str> for AsText {
        fn parse_value(self, input: &'a str) -> SmtRes<String> {
            Ok(input.to_owned())
        }
    }

    impl<'a> ExprParser<String, (), &'a str> for AsText {
        fn parse_expr(self, input: &'a str, (): ()) -> SmtRes<String> {
            Ok(input.to_owned())
        }
    }

    /// Configurations as for z3 and as for cvc4, each without and with waiting for `success`.
    fn sessions() -> Vec<Solver<AsText>> {
        sessions_as(&[SmtConf::z3(PROGRAM), SmtConf::cvc4(PROGRAM)])
    }

    fn sessions_as(styles: &[SmtConf]) -> Vec<Solver<AsText>> {
        let mut all = Vec::new();
        for wait in [false, true] {
            for style in styles {
                let mut conf = style.clone();
                conf.models();
                conf.incremental();
                conf.unsat_cores();
                conf.set_check_success(wait);
                all.push(conf.spawn(AsText).expect("tress starts"));
            }
        }
        all
    }

    #[test]
    fn declare_assert_push_check_value_pop() -> SmtRes<()> {
        for mut solver in sessions() {
            solver.set_logic(rsmt2::Logic::QF_LIA)?;
            solver.declare_const("n", "Int")?;
            solver.declare_const("b", "Bool")?;
            solver.declare_fun("f", ["Int"], "Int")?;
            solver.define_fun("sq", [("k", "Int")], "Int", "(* k k)")?;
            solver.assert("(= n 3)")?;
            solver.assert("(= b (> (sq n) 8))")?;
            assert!(solver.check_sat()?);
            let values = solver.get_values(["n", "(sq n)", "b"])?;
            let texts: Vec<(&str, &str)> = values.iter().map(|(t, v)| (t.as_str(), v.as_str())).collect();
            assert_eq!(texts, [("n", "3"), ("(sq n)", "9"), ("b", "true")]);
            solver.push(1)?;
            solver.assert("(= n 4)")?;
            assert!(!solver.check_sat()?);
            solver.pop(1)?;
            assert!(solver.check_sat()?);
            solver.kill()?;
        }
        Ok(())
    }

    #[test]
    fn models_hold_constants_and_functions() -> SmtRes<()> {
        for mut solver in sessions() {
            solver.declare_const("n", "Int")?;
            solver.declare_fun("f", ["Int", "Bool"], "Int")?;
            solver.assert("(= n (- 5))")?;
            assert!(solver.check_sat()?);
            let model = solver.get_model()?;
            let n = ("n".to_owned(), vec![], "Int".to_owned(), "(- 5)".to_owned());
            assert!(model.contains(&n), "{model:?}");
            let function = model.iter().find(|entry| entry.0 == "f").expect("f has a value");
            assert_eq!(function.1.len(), 2);
        }
        Ok(())
    }

    /// rsmt2 believes that cvc4 has no assumptions, so this test speaks as to z3.
    #[test]
    fn assumptions_cores_and_resets() -> SmtRes<()> {
        for mut solver in sessions_as(&[SmtConf::z3(PROGRAM)]) {
            solver.declare_const("a", "Bool")?;
            solver.declare_const("b", "Bool")?;
            solver.named_assert("rule", "(=> a b)")?;
            assert!(solver.check_sat_assuming(["a"])?);
            solver.push(1)?;
            solver.named_assert("yes", "a")?;
            solver.named_assert("no", "(not b)")?;
            assert!(!solver.check_sat()?);
            let mut core: Vec<String> = solver.get_unsat_core()?;
            core.sort();
            assert_eq!(core, ["no", "rule", "yes"]);
            solver.pop(1)?;
            assert!(solver.check_sat()?);
            solver.reset_assertions()?;
            assert!(solver.check_sat()?);
            solver.reset()?;
            solver.declare_const("a", "Int")?;
            solver.assert("(= a 1)")?;
            assert!(solver.check_sat()?);
        }
        Ok(())
    }

    /// When rsmt2 waits for `success`, it also waits for it before the answer to this check, which
    /// no solver gives. So this test is without.
    #[test]
    fn activation_literals() -> SmtRes<()> {
        let mut solver = SmtConf::z3(PROGRAM).spawn(AsText)?;
        solver.declare_const("n", "Int")?;
        solver.assert("(= n 1)")?;
        let literal = solver.get_actlit()?;
        solver.assert_act(&literal, "(= n 2)")?;
        assert!(!solver.check_sat_act(Some(&literal))?);
        solver.de_actlit(literal)?;
        assert!(solver.check_sat()?);
        Ok(())
    }

    /// rsmt2 has no strings of its own; sorts and terms are text, and values come back as text
    /// when they hold neither quotes nor parentheses inside.
    #[test]
    fn strings_as_text() -> SmtRes<()> {
        for mut solver in sessions() {
            solver.set_option(":string-escape", "safe")?;
            solver.declare_const("x", "String")?;
            solver.assert("(= x (str.++ \"a\" \"bc\"))")?;
            assert!(solver.check_sat()?);
            solver.push(1)?;
            solver.assert("(str.in_re x (re.* (str.to_re \"a\")))")?;
            assert!(!solver.check_sat()?);
            solver.pop(1)?;
            solver.assert("(= (str.len x) 3)")?;
            assert!(solver.check_sat()?);
            let values = solver.get_values(["(str.len x)"])?;
            assert_eq!(values, [("(str.len x)".to_owned(), "3".to_owned())]);
        }
        Ok(())
    }

    #[test]
    fn an_error_is_reported_where_it_happened() {
        let mut conf = SmtConf::z3(PROGRAM);
        conf.set_check_success(true);
        let mut solver = conf.spawn(AsText).expect("tress starts");
        solver.push(1).expect("a level");
        let error = solver.assert("(= n 1)").expect_err("n is not declared").to_string();
        assert!(error.contains("unknown symbol n"), "{error}");
        assert_eq!(solver.check_sat_or_unk().expect("the session goes on"), None);
        solver.pop(1).expect("the level");
        assert!(solver.check_sat().expect("the session goes on"));
    }
}

/// The crate smtlib: reads one line, and more while parentheses are open.
mod smtlib_session {
    use super::PROGRAM;
    use smtlib::backend::Backend;
    use smtlib::backend::cvc5_binary::Cvc5Binary;
    use smtlib::backend::z3_binary::Z3Binary;
    use smtlib::terms::StaticSorted;
    use smtlib::{Bool, Error, Int, Logic, SatResult, Solver, Sorted, Storage};

    fn session<B: Backend>(backend: B) -> Result<(), Error> {
        let storage = Storage::new();
        let mut solver = Solver::new(&storage, backend)?;
        solver.set_logic(Logic::QF_LIA)?;
        solver.set_timeout(20_000)?;
        let x = Int::new_const(&storage, "x");
        let y = Int::new_const(&storage, "y");
        let b = Bool::new_const(&storage, "b");
        solver.assert(x._eq(7))?;
        solver.assert((x + y)._eq(5))?;
        let model = solver.check_sat_with_model()?.expect_sat()?;
        assert_eq!(model.eval(x).map(|value| value.to_string()).as_deref(), Some("7"));
        assert_eq!(model.eval(y).map(i64::try_from), Some(Ok(-2)));
        solver.scope(|solver| {
            solver.assert(y._eq(9))?;
            assert_eq!(solver.check_sat()?, SatResult::Unsat);
            Ok(())
        })?;
        assert_eq!(solver.check_sat()?, SatResult::Sat);
        solver.assert(b.implies(x._eq(8)))?;
        assert_eq!(solver.check_sat_assuming(&[(b, true)])?, SatResult::Unsat);
        assert_eq!(solver.check_sat_assuming(&[(b, false)])?, SatResult::Sat);
        let value = solver.eval(x + 1)?;
        assert_eq!(value.to_string(), "8");
        let simpler = solver.simplify((Int::new(&storage, 1) + 2).into_dynamic())?;
        assert_eq!(simpler.to_string(), "3");
        Ok(())
    }

    #[test]
    fn declare_assert_push_check_value_pop() {
        session(Z3Binary::new(PROGRAM).expect("tress starts")).expect("a session with the flags of z3");
        session(Cvc5Binary::new(PROGRAM).expect("tress starts")).expect("a session with the flags of cvc5");
    }
}
