import { writeSync } from 'node:fs';
import pino, { type LoggerOptions, stdTimeFunctions } from 'pino';
import { TOKEN_PREFIXES } from '../secrets/random-tokens.ts';

/** What begins like a token of ours, its kind apart from the rest. */
const TOKENS = new RegExp(
  `(${Object.values(TOKEN_PREFIXES)
    .map((prefix) => prefix.slice(0, -1))
    .join('|')})_\\w+`,
  'g',
);

/**
 * What every log of ours is made with: times in ISO 8601, and `rpt_pat***` in place of a token.
 * Nothing of ours logs one, but a request may put it where none belongs, such as its path.
 */
export const LOG_OPTIONS = {
  base: { pid: process.pid },
  timestamp: stdTimeFunctions.isoTime,
  serializers: { err: errorForLog },
  hooks: { streamWrite: (line) => line.replace(TOKENS, '$1***') },
} satisfies LoggerOptions;

/**
 * SQLSTATEs of values that cannot be read (22), texts that cannot be parsed (42601) and what is too
 * long (54): the message has them in quotes.
 */
const VALUE_IN_MESSAGE = /^(22|42601|54)/;

/**
 * As pino has it, without what PostgreSQL repeats in an error of what somebody sent: whole rows,
 * and the value that was the trouble.
 */
function errorForLog(error: Error & { code?: unknown; severity?: unknown }): object {
  const whole = pino.stdSerializers.err(error);
  // What only PostgreSQL's errors have.
  if (error?.severity === undefined) return whole;
  const { detail: _, where: __, internalQuery: ___, ...told } = whole;
  if (!VALUE_IN_MESSAGE.test(String(error.code))) return told;
  const message = error.message.replace(/".*"/s, '"…"');
  return { ...told, message, stack: told.stack.replace(error.message, () => message) };
}

/** What waits while nothing can be written; lines beyond are dropped. */
const WAITING_MAX_BYTES = 1024 * 1024;

/**
 * Where the log goes: 1 is standard output, 2 standard error. It may be a file on a disk that is
 * full. Then the service goes on without, standard error says so, and what waits is written when
 * there is room again.
 */
export function logDestination(fd: 1 | 2): pino.DestinationStream {
  // Lines that come while others are being written go out together, and no request waits for that.
  const destination = pino.destination({ dest: fd, maxLength: WAITING_MAX_BYTES, sync: false });
  let failing = false;
  destination.on('error', (error: Error) => {
    if (!failing) complain(error);
    failing = true;
  });
  destination.on('write', () => {
    failing = false;
  });
  const flushSync = destination.flushSync.bind(destination);
  // What is called at the end of the process would try until there is room.
  destination.flushSync = () => {
    if (!failing) flushSync();
  };
  return destination;
}

function complain({ message }: Error): void {
  const text = `Rapport cannot write its log: ${message}. It goes on without. Make room where its standard output goes.\n`;
  try {
    writeSync(2, text);
  } catch {
    // The same disk.
  }
}
