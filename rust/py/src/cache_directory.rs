//! Solutions of draw games in the user's cache directory.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use cardcore::games::draw::equilibrium::{Limits, SolutionStore, set_solution_store};
use cardcore::poker::Ranking;
use etcetera::base_strategy::{BaseStrategy as _, choose_base_strategy};

/// The most files in the directory; the least recently used are deleted first. A file takes about a
/// third of a megabyte.
const MAX_FILES: usize = 64;

/// Store solutions in the user's cache directory, if there is one.
pub fn load() {
    if let Ok(directories) = choose_base_strategy() {
        let folder = directories.cache_dir().join("cardcore");
        set_solution_store(Box::new(CacheDirectory(folder)));
    }
}

/// A directory with a file for every solution.
struct CacheDirectory(PathBuf);

impl CacheDirectory {
    fn file(&self, limits: Limits) -> PathBuf {
        let Limits { ranking, ante, small_bet, big_bet, raises, stack } = limits;
        // Five-card draw has no name in it, as it once was the only game.
        let game = if ranking == Ranking::High { String::new() } else { format!("{ranking}-") };
        let stack = if limits.is_deep() { String::new() } else { format!("-stack-{stack}") };
        self.0.join(format!("draw-{game}{ante}-{small_bet}-{big_bet}-{raises}{stack}.equilibrium"))
    }

    fn replace(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.0)?;
        let partial = file.with_extension(format!("{}.part", std::process::id()));
        let written = fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, file));
        if written.is_err() {
            let _ = fs::remove_file(&partial);
        }
        written?;
        self.delete_surplus()
    }

    /// Delete the files that were used longest ago, also those of a process that was killed while
    /// it wrote.
    fn delete_surplus(&self) -> io::Result<()> {
        let mut files: Vec<(SystemTime, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with("draw-") {
                // Another process may delete files at the same time.
                if let Ok(used) = entry.metadata().and_then(|metadata| metadata.modified()) {
                    files.push((used, entry.path()));
                }
            }
        }
        files.sort();
        let surplus = files.len().saturating_sub(MAX_FILES);
        for (_, file) in files.into_iter().take(surplus) {
            let _ = fs::remove_file(file);
        }
        Ok(())
    }
}

impl SolutionStore for CacheDirectory {
    fn load(&self, limits: Limits) -> Option<Vec<u8>> {
        let file = self.file(limits);
        let bytes = fs::read(&file).ok()?;
        // The time of the last use decides which files stay. A read-only cache still works.
        let _ = File::options()
            .append(true)
            .open(&file)
            .and_then(|file| file.set_modified(SystemTime::now()));
        Some(bytes)
    }

    fn solving(&self, limits: Limits) {
        let Limits { ranking, ante, small_bet, big_bet, raises, stack } = limits;
        let stack = if limits.is_deep() { String::new() } else { format!(", stacks of {stack}") };
        let game = match ranking {
            Ranking::High => "five-card draw".to_owned(),
            other => format!("{other} with one draw"),
        };
        // There may be no stderr.
        let _ = writeln!(
            io::stderr(),
            "cardcore: solving {game} for an ante and bets of {ante} : {small_bet} : \
             {big_bet}{stack} and {raises} raises; this takes several seconds, and the solution is stored \
             in {}",
            self.0.display()
        );
    }

    fn save(&self, limits: Limits, bytes: &[u8]) {
        // A solution that cannot be stored is solved again by the next process.
        let _ = self.replace(&self.file(limits), bytes);
    }
}
