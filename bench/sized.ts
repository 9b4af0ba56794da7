/**
 * A number of the full benchmark, or of a small run. A small run (BENCH_SMALL=1) proves that a
 * benchmark works; its figures mean nothing.
 */
export function sized(full: number, small: number): number {
  return process.env.BENCH_SMALL === '1' ? small : full;
}
