/** More are no mail that a person reads. A parser takes four times as long for twice as many. */
const PARTS_MAX = 1_000;

/**
 * True for a mail of so many parts that no parser should see it. It only counts the lines that
 * begin a part (RFC 2046 §5.1.1), in one pass; what hides its boundaries is up to the time limit.
 */
export function hasTooManyParts(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const boundaries = new Set(Array.from(text.matchAll(BOUNDARY), ([, name]) => name!.trimEnd()));
  if (boundaries.size === 0) return false;
  let parts = 0;
  for (const [, name] of text.matchAll(DASHED))
    if (boundaries.has(name!.trimEnd()) && ++parts > PARTS_MAX) return true;
  return false;
}

const BOUNDARY = /\bboundary\s{0,9}=\s{0,9}"?([^"\r\n;]{1,70})/gi;
const DASHED = /^--([^\r\n]{1,80})/gm;
