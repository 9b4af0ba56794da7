import { InvalidArgumentError } from 'commander';

/** Returns the parser of an argument that must be a number from 1 to `max`. */
export function parseLimitTo(max: number): (text: string) => number {
  return (text) => {
    const limit = Number(text);
    if (/^\d+$/.test(text) && limit >= 1 && limit <= max) return limit;
    throw new InvalidArgumentError(`It must be a number from 1 to ${max}.`);
  };
}
