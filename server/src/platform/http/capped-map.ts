/** So many keys take some tens of megabytes; more would let whoever has many addresses fill our memory. */
export const KEYS_MAX = 100_000;

/** Sets a key of a map that holds at most KEYS_MAX: the one that was set longest ago goes. */
export function setCapped<Value>(map: Map<string, Value>, key: string, value: Value): void {
  // A map keeps the order in which keys came: one that is set again is to be the newest.
  map.delete(key);
  map.set(key, value);
  if (map.size > KEYS_MAX) map.delete(map.keys().next().value!);
}
