//! `tress regex translate`: the same language in another dialect.

use tress_dialects::print;

use super::arguments::Translate;
use super::{Answer, Asker};
use crate::json::Object;

impl Translate {
    pub(super) fn answer(&self, asker: &mut Asker<'_>) -> Answer {
        let language = asker.language(&asker.request.side, asker.pattern())?;
        let text =
            print(&mut asker.store, language, self.target, &asker.budget).map_err(|error| error.message)?;
        let object = Object::new().with_text("to", self.target.name()).with_text("translation", &text);
        asker.report(&format!("{text}\n"), &object)?;
        Ok(true)
    }
}
