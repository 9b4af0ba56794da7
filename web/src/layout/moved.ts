/** Returns the entries after the one at `from` has moved to `to`. */
export function moved<T>(entries: T[], from: number, to: number): T[] {
  if (to < 0 || to >= entries.length) return entries;
  const others = entries.filter((_, index) => index !== from);
  return [...others.slice(0, to), entries[from]!, ...others.slice(to)];
}
