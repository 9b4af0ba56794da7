import { EVENT_PATTERNS } from '@rapport/contract/events';
import { InvalidArgumentError, Option } from 'commander';

/**
 * Returns the option `--events client.*,login.created`, with the same patterns as in a
 * subscription.
 */
export function patternsOption(): Option {
  return new Option('--events <patterns>', 'exact names, <resource>.* or *, with commas between them')
    .default(['*'], '*')
    .argParser(parsePatterns);
}

function parsePatterns(text: string): string[] {
  const patterns = text.split(',').map((pattern) => pattern.trim());
  const unknown = patterns.filter((pattern) => !EVENT_PATTERNS.includes(pattern));
  if (unknown.length === 0) return patterns;
  throw new InvalidArgumentError(
    `There is no event ${unknown.join(', ')}. There are ${EVENT_PATTERNS.join(', ')}.`,
  );
}
