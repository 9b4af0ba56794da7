import { Argument, type Command, InvalidArgumentError } from 'commander';
import type { OutputOptions } from './output.ts';
import { readJson, readSource } from './read-body.ts';
import { type Remote, runRemote } from './remote/run-remote.ts';
import { RepeatableOption } from './repeatable-option.ts';
import { Verb } from './verb.ts';

export function apiCommand(): Verb {
  return new Verb('api')
    .description('Send any request of the API reference, with your token, and print the answer.')
    .addArgument(new Argument('<method>', 'of the request').choices(METHODS).argParser(parseMethod))
    .argument('<path>', 'with its query, such as "/api/v2/clients?limit=5"')
    .option('--data <body>', 'the body: JSON, @ and the name of a file, or - for standard input')
    .addOption(
      new RepeatableOption(
        '--header <header>',
        'a header such as "Idempotency-Key: order-7"; with another Content-Type the body need not be JSON',
      ).argParser(addHeader),
    )
    .notes(`
What meets 429, 502, 503, 504 or a broken connection is tried again; a POST without Idempotency-Key, or a change with If-Match, only after
429, which is said before anything is done.`)
    .examples(
      'api GET /api/v2/clients',
      'api GET "/api/v2/clients?filter[status]=lead&limit=5" --json',
      `api POST /api/v2/clients --data '{"name":"3M"}'`,
      'api PATCH /api/v2/clients/01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --data @changes.json',
      `api DELETE /api/v2/clients/01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --header 'If-Match: "3"'`,
      'api POST /api/v2/clients/import --header "Content-Type: text/csv" --data @companies.csv',
    )
    .action((method: string, path: string, options: Options, command: Command) =>
      runRemote(options, (remote) => request(remote, method, path, options, command), tell),
    );
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

function parseMethod(text: string): string {
  const method = text.toUpperCase();
  if (METHODS.includes(method)) return method;
  throw new InvalidArgumentError(`It must be one of ${METHODS.join(', ')}.`);
}

function addHeader(text: string, headers = new Headers()): Headers {
  const [name, ...value] = text.split(':');
  try {
    headers.append(name!, value.join(':').trim());
    if (value.length > 0) return headers;
  } catch {
    // `Headers` throws for a character that no header may contain.
  }
  throw new InvalidArgumentError('Write the name, a colon and the value, such as "Prefer: wait=5".');
}

type Options = OutputOptions & { data?: string; header?: Headers };

async function request(
  { rapport }: Remote,
  method: string,
  path: string,
  { data, header = new Headers() }: Options,
  command: Command,
): Promise<unknown> {
  const read = header.get('content-type')?.includes('json') === false ? readSource : readJson;
  const body = data === undefined ? undefined : await read(data, command);
  const headers = Object.fromEntries(header);
  return rapport.request(method, path.startsWith('/') ? path : `/${path}`, body, { headers });
}

/** Null for the empty answer to a DELETE. */
function tell(answer: unknown): string | null {
  return answer === null ? null : JSON.stringify(answer, null, 2);
}
