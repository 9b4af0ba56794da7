import { writeSync } from 'node:fs';
import pino, { type LoggerOptions, stdTimeFunctions } from 'pino';
import { withoutTokens } from '../secrets/mask.ts';

/**
 * The options of all our logs: times in ISO 8601, and `rpt_pat***` in place of a token. Our code
 * logs no tokens, but a request may have one in the wrong place, such as its path.
 */
export const LOG_OPTIONS = {
  base: { pid: process.pid },
  timestamp: stdTimeFunctions.isoTime,
  serializers: { err: errorForLog },
  hooks: { streamWrite: withoutTokens },
} satisfies LoggerOptions;

/**
 * The SQLSTATEs of unreadable values (22), unparsable texts (42601) and excess length (54). Their
 * messages quote the value.
 */
const VALUE_IN_MESSAGE = /^(22|42601|54)/;

/**
 * Formats an error as pino does, but without personal data. PostgreSQL repeats whole rows and the
 * faulty value in its errors.
 */
function errorForLog(error: Error & { code?: unknown; severity?: unknown }): object {
  const whole = pino.stdSerializers.err(error);
  // Only errors of PostgreSQL have a severity.
  if (error?.severity === undefined) return whole;
  const { detail: _, where: __, internalQuery: ___, ...told } = whole;
  if (!VALUE_IN_MESSAGE.test(String(error.code))) return told;
  const message = error.message.replace(/".*"/s, '"…"');
  return { ...told, message, stack: told.stack.replace(error.message, () => message) };
}

/** The size of the lines that wait while nothing can be written. Further lines are dropped. */
const WAITING_MAX_BYTES = 1024 * 1024;

/**
 * Opens the log: 1 is standard output, 2 standard error. The output may be a file on a full disk.
 * Then the service continues and reports this on standard error. Waiting lines are written when
 * there is room again.
 */
export function logDestination(fd: 1 | 2): pino.DestinationStream {
  // Lines that come during a write are written together in the next one. No request waits for them.
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
  // Called at the end of the process, where it would retry until there is room.
  destination.flushSync = () => {
    if (!failing) flushSync();
  };
  return destination;
}

function complain({ message }: Error): void {
  const text = `Rapport cannot write its log: ${message}. It continues without a log. Free some space for its standard output.\n`;
  try {
    writeSync(2, text);
  } catch {
    // Standard error may be on the same full disk.
  }
}
