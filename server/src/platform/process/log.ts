import { writeSync } from 'node:fs';
import pino, { type LoggerOptions, stdTimeFunctions } from 'pino';
import { TOKEN_PREFIXES } from '../secrets/random-tokens.ts';

/** Text that begins like a token of ours; the kind is a group of its own. */
const TOKENS = new RegExp(
  `(${Object.values(TOKEN_PREFIXES)
    .map((prefix) => prefix.slice(0, -1))
    .join('|')})_\\w+`,
  'g',
);

/**
 * The options of all our logs: times in ISO 8601, and `rpt_pat***` in place of a token. Our code
 * logs none, but a request may carry one in the wrong place, such as its path.
 */
export const LOG_OPTIONS = {
  base: { pid: process.pid },
  timestamp: stdTimeFunctions.isoTime,
  serializers: { err: errorForLog },
  hooks: { streamWrite: (line) => line.replace(TOKENS, '$1***') },
} satisfies LoggerOptions;

/**
 * SQLSTATEs of unreadable values (22), unparsable texts (42601) and excess length (54): their
 * messages quote the value.
 */
const VALUE_IN_MESSAGE = /^(22|42601|54)/;

/**
 * pino's form of an error, without the people's data that PostgreSQL repeats in its own: whole
 * rows, and the faulty value.
 */
function errorForLog(error: Error & { code?: unknown; severity?: unknown }): object {
  const whole = pino.stdSerializers.err(error);
  // Only PostgreSQL's errors have it.
  if (error?.severity === undefined) return whole;
  const { detail: _, where: __, internalQuery: ___, ...told } = whole;
  if (!VALUE_IN_MESSAGE.test(String(error.code))) return told;
  const message = error.message.replace(/".*"/s, '"…"');
  return { ...told, message, stack: told.stack.replace(error.message, () => message) };
}

/** How much waits while nothing can be written; further lines are dropped. */
const WAITING_MAX_BYTES = 1024 * 1024;

/**
 * Where the log goes: 1 is standard output, 2 standard error. It may be a file on a full disk. Then
 * the service goes on, standard error says so, and waiting lines are written when there is room
 * again.
 */
export function logDestination(fd: 1 | 2): pino.DestinationStream {
  // Lines that come during a write go out together in the next, and no request waits for them.
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
  // Called at the end of the process; it would retry until there is room.
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
    // Standard error may be on the same full disk.
  }
}
