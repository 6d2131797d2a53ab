//! The tree of paths as a picture, laid out here: branches from left to right, ends one below the other.

use std::fmt::Write as _;

use super::Report;
use super::tree::{Look, Node, Tree};

/// From a branch to the next one.
const ACROSS: f64 = 150.0;
/// From a line of text to the next one.
const LINE: f64 = 15.0;
/// Between two ends.
const GAP: f64 = 9.0;
/// The approximate width of a character.
const CHARACTER: f64 = 6.6;
const MARGIN: f64 = 14.0;
/// Characters of a line; the tooltip has the whole text.
const LONGEST: usize = 60;

/// The position of a node.
#[derive(Clone, Copy, Default)]
struct Point {
    x: f64,
    y: f64,
}

impl Report {
    /// The tree of paths as an SVG file: ends are coloured by outcome, impossible sides are dashed.
    #[must_use]
    pub fn svg(&self) -> String {
        let tree = Tree::new(&self.paths);
        let (points, height) = layout(&tree);
        let right = |(node, point): (&Node, &Point)| {
            let longest = lines(node).iter().map(|line| line.chars().count()).max().unwrap_or(0);
            point.x + longest as f64 * CHARACTER + 24.0
        };
        let width = tree.nodes.iter().zip(&points).map(right).fold(0.0, f64::max) + MARGIN;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"monospace\" font-size=\"11\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        for (node, point) in tree.nodes.iter().zip(&points) {
            if let Some((parent, taken)) = node.parent {
                edge(&mut text, points[parent], *point, taken, node.look == Look::Impossible);
            }
        }
        for (node, point) in tree.nodes.iter().zip(&points) {
            render(&mut text, node, *point);
        }
        text.push_str("</svg>\n");
        text
    }
}

/// The text of a node, line by line.
fn lines(node: &Node) -> Vec<String> {
    let short = |line: &String| match line.chars().count() > LONGEST {
        true => line.chars().take(LONGEST - 1).chain(['…']).collect(),
        false => line.clone(),
    };
    match node.look {
        // The tooltip has the class.
        Look::Branch => vec![short(&node.label.rsplit('.').next().unwrap_or_default().to_owned())],
        Look::Impossible => Vec::new(),
        _ => std::iter::once(&node.label).chain(&node.inputs).map(short).collect(),
    }
}

/// The positions of all nodes, and the height of the picture. Ends follow each other in depth-first order; a
/// branch is centred next to its children.
fn layout(tree: &Tree) -> (Vec<Point>, f64) {
    let mut points = vec![Point::default(); tree.nodes.len()];
    let mut bottom = MARGIN;
    let mut open: Vec<(usize, f64)> = tree.roots.iter().rev().map(|root| (*root, MARGIN)).collect();
    while let Some((number, x)) = open.pop() {
        let node = &tree.nodes[number];
        points[number].x = x;
        if node.children == [None, None] {
            let height = lines(node).len().max(1) as f64 * LINE;
            points[number].y = bottom + height / 2.0;
            bottom += height + GAP;
        }
        // The side of yes comes first.
        open.extend(node.children.iter().flatten().map(|child| (*child, x + ACROSS)));
    }
    // A node comes after its parent, so its children are done before it.
    for number in (0..tree.nodes.len()).rev() {
        let below: Vec<f64> =
            tree.nodes[number].children.iter().flatten().map(|child| points[*child].y).collect();
        if !below.is_empty() {
            points[number].y = below.iter().sum::<f64>() / below.len() as f64;
        }
    }
    (points, bottom + MARGIN)
}

fn edge(text: &mut String, from: Point, to: Point, taken: bool, is_dashed: bool) {
    let dashes = if is_dashed { " stroke-dasharray=\"4 3\"" } else { "" };
    let (middle, word) = (f64::midpoint(from.x, to.x), if taken { "yes" } else { "no" });
    let _ = writeln!(
        text,
        "<path d=\"M{:.1} {:.1}C{middle:.1} {:.1} {middle:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"#888\"{dashes}/>\
         <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#888\" font-size=\"9\">{word}</text>",
        from.x,
        from.y,
        from.y,
        to.y,
        to.x,
        to.y,
        to.x - 22.0,
        to.y - 3.0,
    );
}

fn render(text: &mut String, node: &Node, point: Point) {
    let colour = match node.look {
        Look::Branch => "#f4f4f4",
        Look::Fine => "#98e098",
        Look::Failing => "#f08080",
        Look::Open => "#d3d3d3",
        Look::Impossible => "white",
    };
    if node.look == Look::Impossible {
        let _ = writeln!(
            text,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\" stroke=\"#888\" stroke-dasharray=\"2 1\"><title>no input</title></circle>",
            point.x, point.y
        );
        return;
    }
    let shown = lines(node);
    let longest = shown.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (width, height) = (longest as f64 * CHARACTER + 10.0, shown.len() as f64 * LINE);
    let top = point.y - height / 2.0;
    let whole: Vec<&str> = std::iter::once(&node.label).chain(&node.inputs).map(String::as_str).collect();
    let _ = writeln!(
        text,
        "<g><title>{}</title><rect x=\"{:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"3\" fill=\"{colour}\" stroke=\"#555\"/>",
        markup(&whole.join("\n")),
        point.x
    );
    for (number, line) in shown.iter().enumerate() {
        let y = top + (number as f64 + 0.75) * LINE;
        let _ = writeln!(text, "<text x=\"{:.1}\" y=\"{y:.1}\">{}</text>", point.x + 5.0, markup(line));
    }
    text.push_str("</g>\n");
}

/// Text between tags. Characters that XML does not have are shown as a sign.
pub(super) fn markup(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\n' | '\t' => shown.push(character),
            _ if character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}') => {
                shown.push('\u{fffd}')
            }
            _ => shown.push(character),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup() {
        assert_eq!(markup("a<b> & \"c\"\u{1}\n"), "a&lt;b&gt; &amp; &quot;c&quot;\u{fffd}\n");
    }
}
