//! The work plan: a folder of Markdown files, one a bean.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::{env, fmt};

use schemars::JsonSchema;
use serde::Serialize;

use crate::bean::{Bean, BeanId, BeanStatus};
use crate::file;

/// A folder of beans. Nothing is held in memory: people edit the same files.
#[derive(Clone, Debug)]
pub struct Plan {
    folder: PathBuf,
}

/// Why the plan could not be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// There is no such bean.
    #[error("no bean has the id {0}; bean_list gives those that there are")]
    Unknown(BeanId),
    /// A bean of this id is there already.
    #[error("there is a bean {0} already; take another id, or change that one with bean_update")]
    Exists(BeanId),
    /// Files that hold no bean.
    #[error("{}", lines(.0))]
    Faulty(Vec<Fault>),
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Something wrong in one file of the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fault {
    /// Name of the file in the plan's folder.
    pub file: String,
    /// Line in it, from 1.
    pub line: u64,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

fn lines(faults: &[Fault]) -> String {
    faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n")
}

impl Plan {
    /// The plan in this folder, or in the one that the environment variable `BEANS_PLAN` names.
    pub fn open(folder: impl Into<PathBuf>) -> Self {
        let named = env::var_os("BEANS_PLAN").filter(|name| !name.is_empty());
        Self::at(named.map_or_else(|| folder.into(), PathBuf::from))
    }

    /// The plan in this folder, whatever the environment says.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// All beans, newest first. A plan with faulty files has no list: one that lacks a bean would mislead.
    ///
    /// # Errors
    ///
    /// `Faulty` with all faults of all files; `Io`.
    pub fn list(&self) -> Result<Vec<Bean>, PlanError> {
        let mut beans = Vec::new();
        let mut faults = Vec::new();
        for name in self.files()? {
            match self.read(&name) {
                Ok(bean) => beans.push(bean),
                Err(ReadError::Fault(fault)) => faults.push(fault),
                Err(ReadError::Io(source)) => return Err(self.io(&name, source)),
            }
        }
        if !faults.is_empty() {
            return Err(PlanError::Faulty(faults));
        }
        beans.sort_by(|a, b| b.created.cmp(&a.created).then_with(|| a.id.cmp(&b.id)));
        Ok(beans)
    }

    /// One bean.
    ///
    /// # Errors
    ///
    /// `Unknown`, `Faulty`, `Io`.
    pub fn get(&self, id: &BeanId) -> Result<Bean, PlanError> {
        let name = file_name(id);
        self.read(&name).map_err(|error| match error {
            ReadError::Fault(fault) => PlanError::Faulty(vec![fault]),
            ReadError::Io(source) if source.kind() == ErrorKind::NotFound => {
                PlanError::Unknown(id.clone())
            }
            ReadError::Io(source) => self.io(&name, source),
        })
    }

    /// Adds a bean.
    ///
    /// # Errors
    ///
    /// `Exists`, `Io`.
    pub fn create(&self, bean: &Bean) -> Result<(), PlanError> {
        let path = self.folder.join(file_name(&bean.id));
        let written = self.write(bean).and_then(|new| Ok(new.persist_noclobber(&path)?));
        match written {
            Ok(_) => Ok(()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Err(PlanError::Exists(bean.id.clone()))
            }
            Err(source) => Err(PlanError::Io { path, source }),
        }
    }

    /// Changes a bean's status, and appends a note to its body.
    ///
    /// # Errors
    ///
    /// `Unknown`, `Faulty`, `Io`.
    pub fn update(
        &self,
        id: &BeanId,
        status: BeanStatus,
        note: Option<&str>,
    ) -> Result<Bean, PlanError> {
        // Between the reading and the writing, nobody else who takes the lock may write.
        let _lock = self.lock().map_err(|source| self.io("", source))?;
        let mut bean = self.get(id)?;
        bean.status = status;
        if let Some(note) = note.map(str::trim).filter(|note| !note.is_empty()) {
            if !bean.body.is_empty() {
                bean.body.push_str("\n\n");
            }
            bean.body.push_str(&note.replace("\r\n", "\n"));
        }
        let name = file_name(id);
        let written = self.write(&bean).and_then(|new| Ok(new.persist(self.folder.join(&name))?));
        written.map_err(|source| self.io(&name, source))?;
        Ok(bean)
    }

    /// The names of the files that should be beans, sorted.
    ///
    /// # Errors
    ///
    /// `Io`.
    pub fn files(&self) -> Result<Vec<String>, PlanError> {
        let names = || -> io::Result<Vec<String>> {
            let mut names = Vec::new();
            for entry in fs::read_dir(&self.folder)? {
                let name = entry?.file_name().to_string_lossy().into_owned();
                let is_bean = Path::new(&name).extension() == Some(OsStr::new("md"));
                if is_bean && !name.starts_with('.') {
                    names.push(name);
                }
            }
            names.sort();
            Ok(names)
        };
        names().map_err(|source| self.io("", source))
    }

    /// What is wrong in one of the files.
    ///
    /// # Errors
    ///
    /// `Io`.
    pub fn check(&self, name: &str) -> Result<Option<Fault>, PlanError> {
        match self.read(name) {
            Ok(_) => Ok(None),
            Err(ReadError::Fault(fault)) => Ok(Some(fault)),
            Err(ReadError::Io(source)) => Err(self.io(name, source)),
        }
    }

    fn read(&self, name: &str) -> Result<Bean, ReadError> {
        let fault =
            |line, message| ReadError::Fault(Fault { file: name.to_owned(), line, message });
        let id = name.strip_suffix(".md").unwrap_or(name).to_owned();
        let id =
            BeanId::try_from(id).map_err(|rule| fault(1, format!("the file's name: {rule}")))?;
        let path = self.folder.join(file_name(&id));
        // A link could lead out of the folder.
        if !fs::symlink_metadata(&path).map_err(ReadError::Io)?.is_file() {
            return Err(fault(1, "not a regular file".to_owned()));
        }
        let bytes = fs::read(&path).map_err(ReadError::Io)?;
        let text = str::from_utf8(&bytes).map_err(|error| {
            let good = &bytes[..error.valid_up_to()];
            let line = good.split(|byte| *byte == b'\n').count();
            fault(line as u64, "not UTF-8 from here on".to_owned())
        })?;
        file::parse(id, text).map_err(|wrong| fault(wrong.line, wrong.message))
    }

    /// A new file beside the others, complete, to be moved to its name in one step.
    fn write(&self, bean: &Bean) -> io::Result<tempfile::NamedTempFile> {
        let readable = Permissions::from_mode(0o666); // less the umask
        let mut new = tempfile::Builder::new().permissions(readable).tempfile_in(&self.folder)?;
        new.write_all(file::render(bean).as_bytes())?;
        new.as_file().sync_all()?;
        Ok(new)
    }

    /// Held until it is dropped; it keeps out other threads as well as other processes.
    fn lock(&self) -> io::Result<File> {
        let folder = File::open(&self.folder)?;
        folder.lock()?;
        Ok(folder)
    }

    fn io(&self, name: &str, source: io::Error) -> PlanError {
        PlanError::Io { path: self.folder.join(name), source }
    }
}

/// Why one file gave no bean.
enum ReadError {
    Fault(Fault),
    Io(io::Error),
}

/// An id holds neither `/` nor `.`, so the name stays in the folder.
fn file_name(id: &BeanId) -> String {
    format!("{id}.md")
}
