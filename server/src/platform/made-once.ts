/**
 * Returns `make` so that it runs once for each key, and again for a key that was made anew. Keys
 * are definitions: a kind with other fields is another key, so it never gets what an older one had.
 */
export function madeOnce<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, Made>();
  return (key) => {
    const made = known.get(key) ?? make(key);
    known.set(key, made);
    return made;
  };
}
