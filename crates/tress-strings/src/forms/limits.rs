//! How far normal forms go.

tress_base::caps! {
    /// Lists of one class that are compared each with each. Of more, each is compared with the first.
    pub(super) COMPARED = 6, "forms.compared";
    /// Items and premises of one form.
    pub(super) PARTS = 1 << 23, "forms.parts";
    /// Lengths that are tried on either side of a gap for the next one that fits.
    pub(super) GAP = 1 << 12, "forms.gap";
}
