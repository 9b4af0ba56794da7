/**
 * The largest number of keys; they take some tens of megabytes. Without a limit, an attacker with
 * many addresses could fill our memory.
 */
export const KEYS_MAX = 100_000;

/**
 * Sets a key of a map that holds at most `keys_max`. A full map drops the key that was set longest
 * ago.
 */
export function setCapped<Value>(
  map: Map<string, Value>,
  key: string,
  value: Value,
  keys_max = KEYS_MAX,
): void {
  // A map keeps the order of first insertion, but a key that is set again should be the newest.
  map.delete(key);
  map.set(key, value);
  if (map.size > keys_max) map.delete(map.keys().next().value!);
}
