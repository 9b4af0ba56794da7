import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Argument, Command } from 'commander';
import { type Remote, runRemote } from './remote/run-remote.ts';
import { jsonOption, type OutputOptions } from './run.ts';

export function apiCommand(): Command {
  return new Command('api')
    .description('Send any request of the API reference, with your token, and print the answer.')
    .addArgument(new Argument('<method>', 'of the request').choices(['GET', 'POST', 'PATCH', 'DELETE']))
    .argument('<path>', 'with its query, such as "/api/v2/clients?limit=5"')
    .option('--data <json>', 'the body: JSON, @ and the name of a file, or - for standard input')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
What meets 429, 502, 503, 504 or a broken connection is tried again; a POST only after 429, which is said before anything is done.

Examples:
  npx rapport api GET /api/v2/clients
  npx rapport api GET "/api/v2/clients?filter[status]=lead&limit=5" --json
  npx rapport api POST /api/v2/clients --data '{"name":"3M"}'
  npx rapport api PATCH /api/v2/clients/01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --data @changes.json`,
    )
    .action((method: string, path: string, options: Options, command: Command) =>
      runRemote(options, (remote) => request(remote, method, path, options, command), tell),
    );
}

type Options = OutputOptions & { data?: string };

async function request(
  { rapport }: Remote,
  method: string,
  path: string,
  { data }: Options,
  command: Command,
): Promise<unknown> {
  const body = data === undefined ? undefined : await readJson(data, command);
  return rapport.request(method, path.startsWith('/') ? path : `/${path}`, body);
}

async function readJson(data: string, command: Command): Promise<unknown> {
  const source = await readSource(data, command);
  try {
    return JSON.parse(source);
  } catch (error) {
    command.error(`--data is not JSON: ${(error as Error).message}`);
  }
}

async function readSource(data: string, command: Command): Promise<string> {
  if (data === '-') return text(process.stdin);
  if (!data.startsWith('@')) return data;
  return readFile(data.slice(1), 'utf8').catch((error) =>
    command.error(`${data.slice(1)} cannot be read: ${error.message}. Check the path.`),
  );
}

/** A DELETE answers nothing. */
function tell(answer: unknown): string | null {
  return answer === null ? null : JSON.stringify(answer, null, 2);
}
