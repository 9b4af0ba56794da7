/**
 * Which lines of a table are in sight. All have one height, so it follows from the position alone.
 * Lengths are in pixels.
 */

/** The lines drawn above and below those in sight, so that fast scrolling shows no gap. */
const BESIDE = 12;

/** The first line in sight, and how many have room. */
type Sight = { top: number; room: number };

/** The lines to draw: from `first` up to `end`, which is excluded. */
export type Drawn = { first: number; end: number };

export function sightOf(scrollTop: number, height: number, line: number): Sight {
  return { top: Math.max(0, Math.floor(scrollTop / line)), room: Math.ceil(height / line) };
}

/** Near the end of a list that became shorter, the sight is moved up to its last lines. */
export function drawnLines({ top, room }: Sight, count: number): Drawn {
  const first = Math.max(0, Math.min(top, count - room));
  return { first: Math.max(0, first - BESIDE), end: Math.min(count, first + room + 1 + BESIDE) };
}

/**
 * Returns the nearest position at which a line is wholly in sight. `room` is the height for lines.
 */
export function placeToSee(index: number, line: number, scrollTop: number, room: number): number {
  const start = index * line;
  if (start < scrollTop) return start;
  return Math.max(scrollTop, start + line - room);
}

/**
 * Returns where the first line in sight is now: the place of the first of `inSight` that is still
 * there, less its place among them. Null when none is there.
 */
export function shiftOf(inSight: string[], now: string[]): number | null {
  const places = new Map(now.map((id, place) => [id, place]));
  for (const [index, id] of inSight.entries()) {
    const place = places.get(id);
    if (place !== undefined) return place - index;
  }
  return null;
}
