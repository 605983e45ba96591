//! A small cache of values that are expensive to make.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::monitor::{Monitor, Stopped};
use crate::process::PerProcess;

/// How often a thread that waits for a value checks whether it was asked to stop.
const TICK: Duration = Duration::from_millis(20);

/// The values that were used last, by key.
///
/// Each value is made once, by the first thread that asks for it. Threads that ask for the same key
/// wait for it and can be stopped; threads that ask for another key do not wait.
#[derive(Debug)]
pub(crate) struct Cache<K, V> {
    capacity: usize,
    /// A forked process starts with an empty cache, as the thread that made a value is not there.
    shared: PerProcess<Shared<K, V>>,
}

#[derive(Debug)]
struct Shared<K, V> {
    state: Mutex<State<K, V>>,
    /// Signaled when a thread has made a value or has given up.
    changed: Condvar,
}

#[derive(Debug)]
struct State<K, V> {
    /// The least recently used value first.
    entries: Vec<(K, Arc<V>)>,
    /// The keys whose values are being made.
    pending: Vec<K>,
}

impl<K, V> Default for Shared<K, V> {
    fn default() -> Self {
        let state = State { entries: Vec::new(), pending: Vec::new() };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }
}

impl<K: Copy + PartialEq, V> Cache<K, V> {
    /// An empty cache for up to `capacity` values.
    pub const fn new(capacity: usize) -> Self {
        Self { capacity, shared: PerProcess::new() }
    }

    /// The value for this key, if it is in the cache.
    pub fn get(&self, key: K) -> Option<Arc<V>> {
        self.shared.get().lock().touch(key)
    }

    /// The value for this key, made now unless it is in the cache.
    ///
    /// `make` must not hand work to other threads of a rayon pool and wait for it: the calling thread
    /// could be given a task that asks for the same key.
    ///
    /// # Errors
    ///
    /// Those of `make`, or the monitor's stop while another thread makes the value.
    pub fn get_or_make<E: From<Stopped>>(
        &self,
        key: K,
        monitor: &Monitor,
        make: impl FnOnce() -> Result<V, E>,
    ) -> Result<Arc<V>, E> {
        let shared = self.shared.get();
        loop {
            let mut state = shared.lock();
            if let Some(value) = state.touch(key) {
                return Ok(value);
            }
            if !state.pending.contains(&key) {
                state.pending.push(key);
                break;
            }
            // The monitor may wait for the GIL, so the lock is released before it is asked.
            drop(shared.changed.wait_timeout(state, TICK));
            monitor.check()?;
        }
        let _claim = Claim { shared, key };
        let value = Arc::new(make()?);
        let mut state = shared.lock();
        if state.entries.len() >= self.capacity {
            state.entries.remove(0);
        }
        state.entries.push((key, Arc::clone(&value)));
        Ok(value)
    }
}

impl<K, V> Shared<K, V> {
    fn lock(&self) -> MutexGuard<'_, State<K, V>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Copy + PartialEq, V> State<K, V> {
    /// The value for this key, which becomes the most recently used.
    fn touch(&mut self, key: K) -> Option<Arc<V>> {
        let place = self.entries.iter().position(|(known, _)| *known == key)?;
        let entry = self.entries.remove(place);
        let value = Arc::clone(&entry.1);
        self.entries.push(entry);
        Some(value)
    }
}

/// The right to make the value for a key, given up at the end even after an error or a panic.
struct Claim<'a, K: PartialEq, V> {
    shared: &'a Shared<K, V>,
    key: K,
}

impl<K: PartialEq, V> Drop for Claim<'_, K, V> {
    fn drop(&mut self) {
        self.shared.lock().pending.retain(|key| *key != self.key);
        self.shared.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

    /// Long enough for any machine; only a failing test waits for it.
    const LONG: Duration = Duration::from_secs(60);

    fn made(cache: &Cache<u32, u32>, key: u32) -> u32 {
        let value = cache.get_or_make(key, &Monitor::new(), || Ok::<_, Stopped>(10 * key));
        *value.unwrap()
    }

    #[test]
    fn a_value_is_made_once() {
        let cache = Cache::new(2);
        let count = AtomicU32::new(0);
        let make = || Ok::<_, Stopped>(count.fetch_add(1, Ordering::Relaxed));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| cache.get_or_make(1, &Monitor::new(), make).unwrap());
            }
        });
        assert_eq!(count.into_inner(), 1);
        assert_eq!(cache.get(1).as_deref(), Some(&0));
    }

    #[test]
    fn the_least_recently_used_value_is_dropped() {
        let cache = Cache::new(2);
        assert_eq!((made(&cache, 1), made(&cache, 2)), (10, 20));
        assert_eq!(cache.get(1).as_deref(), Some(&10));
        assert_eq!(made(&cache, 3), 30);
        assert_eq!(cache.get(2), None);
        assert!(cache.get(1).is_some() && cache.get(3).is_some());
    }

    #[test]
    fn values_of_different_keys_do_not_wait_for_each_other() {
        let cache = Cache::new(2);
        let (other_made, other_is_made) = channel();
        let (begun, has_begun) = channel();
        let cache = &cache;
        thread::scope(|scope| {
            let slow = scope.spawn(move || {
                let make = || {
                    begun.send(()).unwrap();
                    // The value of the other key is made while this one is.
                    let found: Result<u32, _> = other_is_made.recv_timeout(LONG);
                    Ok::<_, Stopped>(found.unwrap_or(0))
                };
                *cache.get_or_make(1, &Monitor::new(), make).unwrap()
            });
            has_begun.recv_timeout(LONG).unwrap();
            other_made.send(made(cache, 2)).unwrap();
            assert_eq!(slow.join().unwrap(), 20);
        });
    }

    #[test]
    fn a_thread_that_waits_can_be_stopped() {
        let cache = Cache::new(2);
        let (begun, has_begun) = channel();
        let (release, released) = channel();
        let cache = &cache;
        thread::scope(|scope| {
            let maker = scope.spawn(move || {
                let make = || {
                    begun.send(()).unwrap();
                    released.recv_timeout(LONG).map_err(|_| Stopped)?;
                    Ok::<_, Stopped>(10)
                };
                cache.get_or_make(1, &Monitor::new(), make)
            });
            has_begun.recv_timeout(LONG).unwrap();
            let monitor = Monitor::new();
            monitor.stop();
            let waited = cache.get_or_make(1, &monitor, || Ok(11));
            release.send(()).unwrap();
            assert_eq!(waited, Err(Stopped));
            assert_eq!(maker.join().unwrap().as_deref(), Ok(&10));
        });
    }

    #[test]
    fn another_thread_makes_what_one_has_given_up() {
        let cache = Cache::new(2);
        assert_eq!(cache.get_or_make(1, &Monitor::new(), || Err(Stopped)), Err(Stopped));
        assert_eq!(cache.get(1), None);
        assert_eq!(made(&cache, 1), 10);
    }
}
