//! Where classes come from: folders, jars and the image of a JDK.

mod archive;
mod blob;
mod image;

use std::fs;
use std::path::{Path, PathBuf};

pub use archive::Archive;
pub use image::Image;

use crate::error::SourceError;
use crate::model::Class;
use crate::reader::read_class;

/// A source of classes.
pub enum Source {
    /// A folder, in which packages are folders.
    Folder(PathBuf),
    /// A jar or `.jmod`.
    Archive(Archive),
    /// The image of a JDK.
    Image(Image),
}

impl Source {
    /// Opens a folder, a jar, a `.jmod`, an image, or a JDK by its folder.
    ///
    /// # Errors
    /// When it is none of these, or is damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Source, SourceError> {
        let path = path.as_ref();
        let about = fs::metadata(path).map_err(|problem| SourceError::new(path, problem))?;
        if !about.is_dir() {
            return match path.file_name().is_some_and(|name| name == "modules") {
                true => Image::open(path).map(Source::Image),
                false => Archive::open(path).map(Source::Archive),
            };
        }
        let image = path.join("lib").join("modules");
        if image.is_file() {
            return Image::open(&image).map(Source::Image);
        }
        // Java 8 has its classes in a jar.
        let jars = [path.join("jre").join("lib").join("rt.jar"), path.join("lib").join("rt.jar")];
        match jars.iter().find(|jar| jar.is_file()) {
            Some(jar) => Archive::open(jar).map(Source::Archive),
            None => Ok(Source::Folder(path.to_owned())),
        }
    }

    /// The file or folder of this source.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Source::Folder(path) => path,
            Source::Archive(archive) => archive.path(),
            Source::Image(image) => image.path(),
        }
    }

    /// The bytes of a class by its name with slashes, if it is here.
    ///
    /// # Errors
    /// When it is here but cannot be read.
    pub fn bytes(&self, class: &str) -> Result<Option<Vec<u8>>, SourceError> {
        match self {
            Source::Folder(folder) => {
                let is_inside = class.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
                let file = folder.join(format!("{class}.class"));
                if !is_inside || !file.is_file() {
                    return Ok(None);
                }
                fs::read(&file).map(Some).map_err(|problem| SourceError::new(file, problem))
            }
            Source::Archive(archive) => archive.bytes(class),
            Source::Image(image) => image.bytes(class),
        }
    }

    /// The names of all classes here, sorted. Of an image, those of the module `java.base`.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn names(&self) -> Result<Vec<String>, SourceError> {
        let mut names = match self {
            Source::Folder(folder) => folder_names(folder)?,
            Source::Archive(archive) => archive.names(),
            Source::Image(image) => image.names("java.base"),
        };
        names.sort();
        Ok(names)
    }
}

/// All class files below a folder, as names of classes.
fn folder_names(folder: &Path) -> Result<Vec<String>, SourceError> {
    let mut names = Vec::new();
    let mut open = vec![(folder.to_owned(), String::new())];
    while let Some((folder, package)) = open.pop() {
        let failed = |problem| SourceError::new(&folder, problem);
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // Links are not followed: they may lead back.
            if entry.file_type().map_err(failed)?.is_dir() {
                open.push((entry.path(), format!("{package}{name}/")));
            } else if let Some(class) = name.strip_suffix(".class") {
                names.push(format!("{package}{class}"));
            }
        }
    }
    Ok(names)
}

/// Folders between the library of a JDK and the folder of the JDK, at most.
const MOST_ABOVE: usize = 3;

/// The release in the file `release` of a JDK: 17 for `JAVA_VERSION="17.0.15"`, 8 for `"1.8.0_392"`.
fn release_in(text: &str) -> Option<u8> {
    let version = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    let mut parts = version.trim().trim_matches('"').split(|character: char| !character.is_ascii_digit());
    match parts.next()?.parse().ok()? {
        1 => parts.next()?.parse().ok(),
        release => Some(release),
    }
}

/// Sources that are searched in order.
#[derive(Default)]
pub struct ClassPath {
    sources: Vec<Source>,
}

impl ClassPath {
    /// Opens the entries of a class path, separated as on the platform: by `:`, or by `;` on Windows.
    ///
    /// # Errors
    /// The first entry that cannot be opened.
    pub fn open(entries: impl AsRef<std::ffi::OsStr>) -> Result<ClassPath, SourceError> {
        let mut path = ClassPath::default();
        for entry in std::env::split_paths(entries.as_ref()) {
            path.add(Source::open(entry)?);
        }
        Ok(path)
    }

    /// Adds a source that is searched last.
    pub fn add(&mut self, source: Source) {
        self.sources.push(source);
    }

    /// The release of Java whose library is here: from the JDK's file `release`, or from the version of
    /// `java.lang.Object`.
    #[must_use]
    pub fn release(&self) -> Option<u8> {
        const OBJECT: &str = "java/lang/Object";
        /// The version of class files of Java 1.
        const FIRST: u16 = 44;
        let library = self.sources.iter().find(|source| matches!(source.bytes(OBJECT), Ok(Some(_))))?;
        let homes = library.path().ancestors().skip(1).take(MOST_ABOVE);
        let texts = homes.filter_map(|home| fs::read_to_string(home.join("release")).ok());
        let of_class = || {
            let object = read_class(&library.bytes(OBJECT).ok()??).ok()?;
            u8::try_from(object.version.major.checked_sub(FIRST)?).ok()
        };
        texts.filter_map(|text| release_in(&text)).next().or_else(of_class)
    }

    /// The sources, in the order of search.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The first class of this name, with slashes.
    ///
    /// # Errors
    /// When it is found but cannot be read, or has another name inside.
    pub fn class(&self, name: &str) -> Result<Option<Class>, SourceError> {
        for source in &self.sources {
            let Some(bytes) = source.bytes(name)? else { continue };
            let wrong = |what: String| SourceError::new(source.path(), format!("class {name}: {what}"));
            let class = read_class(&bytes).map_err(|problem| wrong(problem.to_string()))?;
            if *class.name != *name {
                return Err(wrong(format!("the file holds the class {}", class.name)));
            }
            return Ok(Some(class));
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_written_in_two_ways() {
        for (version, release) in [("17.0.15", 17), ("1.8.0_392", 8), ("25", 25), ("21-ea", 21)] {
            let text = format!("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"{version}\"\nOS_ARCH=\"y\"\n");
            assert_eq!(release_in(&text), Some(release), "{version}");
        }
        assert_eq!(release_in("OS_NAME=\"Linux\"\n"), None);
        assert_eq!(release_in("JAVA_VERSION=\"\"\n"), None);
    }
}
