//! The candidate for a model of a consistent assignment: all that choose values, in their order.
//!
//! Constants come first, then the theory, arrays and datatypes, and symbols and functions at last.

use tress_base::Stop;

use tress_term::model::Model;

use super::arrays_datatypes::choose_arrays_datatypes;
use super::context::Context;
use super::theory::Theory;
use super::values::{Choices, constant_value, fill_functions, take_constants};

impl Context<'_> {
    /// A model of the present assignment, as far as kernel and theory know.
    pub fn build_model(&mut self, theory: &mut dyn Theory) -> Result<(Model, Choices), Stop> {
        let mut model = Model::new();
        let mut choices = Choices::new(self.kernel.numbers.lia.model());
        take_constants(self, &mut choices);
        theory.choose(&mut model, &mut choices, self);
        choose_arrays_datatypes(self, &mut choices)?;
        for place in 0..self.kernel.symbols.len() {
            let symbol = self.kernel.symbols[place];
            if model.get(symbol).is_none() && self.env.store.symbol(symbol).arguments.is_empty() {
                let term = self.env.store.constant(symbol);
                if let Some(value) = constant_value(self, term, &mut choices) {
                    model.set(symbol, value);
                }
            }
        }
        fill_functions(self, &mut model, &mut choices);
        Ok((model, choices))
    }
}
