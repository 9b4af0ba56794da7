import { hash } from 'node:crypto';
import { REASON } from './recognise.ts';

/**
 * Makes the function that says of a row by what it is known again: a number of 64 bits. Neither the
 * order of the columns nor an empty one makes it another row.
 */
export function markerOf(names: string[]): (cells: string[]) => bigint {
  const places = names
    .map((_, place) => place)
    .filter((place) => names[place] !== REASON)
    .toSorted((a, b) => (names[a]! < names[b]! ? -1 : 1));
  return (cells) => {
    let text = '';
    for (const place of places) if (cells[place]) text += `${names[place]}\0${cells[place]}\0`;
    return hash('md5', text, 'buffer').readBigInt64LE();
  };
}
