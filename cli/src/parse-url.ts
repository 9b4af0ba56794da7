import { InvalidArgumentError } from 'commander';

/** Returns the parser of an option that is an address. Its refusal shows `example`. */
export function parseUrlLike(example: string): (text: string) => string {
  return (text) => {
    if (isHttpUrl(text)) return text;
    throw new InvalidArgumentError(`It must be an address such as ${example}.`);
  };
}

/**
 * True for http and https. `URL.canParse` alone would also accept `localhost:3000`, as an address
 * of the scheme `localhost`.
 */
export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
