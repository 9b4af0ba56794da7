import { type LoggerOptions, stdTimeFunctions } from 'pino';
import { TOKEN_PREFIXES } from './secrets/random-tokens.ts';

/** What begins like a token of ours, its kind apart from the rest. */
const TOKENS = new RegExp(
  `(${Object.values(TOKEN_PREFIXES)
    .map((prefix) => prefix.slice(0, -1))
    .join('|')})_\\w+`,
  'g',
);

/**
 * What every log of ours is made with: times in ISO 8601, and `rpt_cs***` in place of a token. Nothing of ours logs one, but a request
 * may put it where none belongs, such as the secret in `client_id`, and what we say of the mistake repeats it.
 */
export const LOG_OPTIONS = {
  base: { pid: process.pid },
  timestamp: stdTimeFunctions.isoTime,
  hooks: { streamWrite: (line) => line.replace(TOKENS, '$1***') },
} satisfies LoggerOptions;
