import { InvalidArgumentError } from 'commander';

/** Reads an option that is an address; a refusal shows `example`. */
export function parseUrlLike(example: string): (text: string) => string {
  return (text) => {
    if (isHttpUrl(text)) return text;
    throw new InvalidArgumentError(`It must be an address such as ${example}.`);
  };
}

/** Without its scheme, `localhost:3000` is an address too, but one of another kind. */
export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
