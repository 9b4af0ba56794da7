import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import vectors from '@rapport/webhooks/vectors.json' with { type: 'json' };

type Vector = (typeof vectors)[number];

/**
 * The vectors in a form that every language can read without a JSON library: a line each, with
 * spaces between the fields:
 *
 *     time_s replay_protection secret,secret body
 *       x-signature webhook-id webhook-timestamp webhook-signature
 *
 * `replay_protection` is 0 or 1. Secrets, body and headers are `=` and base64, or `-` when there is
 * none. The answer is a line too: `genuine` or `refused`.
 */
const VECTOR_LINES = vectors.map(lineOf);

/**
 * The expected verdict of each vector about its signature alone. A signed body that is no event
 * (codes `body_…`) counts as genuine, because a parser after the check judges it.
 */
export const VERDICTS = vectors.map(({ name, expect }) => {
  const isSigned = expect === 'genuine' || expect.startsWith('body_');
  return `${isSigned ? 'genuine' : 'refused'}: ${name}`;
});

/** Lets a program verify all vectors. Returns its verdicts, with the names of the vectors. */
export async function judgeVectors(
  [command, ...args]: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string[]> {
  const child = spawn(command!, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(`${VECTOR_LINES.join('\n')}\n`);
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const verdicts = printed.match(/^(genuine|refused)$/gm) ?? [];
  return verdicts.map((verdict, i) => `${verdict}: ${vectors[i]?.name}`);
}

function lineOf({ at_s, replay_protection, secrets, body_base64, headers }: Vector): string {
  const inLowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const values = Object.fromEntries(inLowerCase) as Record<string, string>;
  const names = ['x-signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const keys = secrets.map((secret) => field(secret)).join(',') || '-';
  const rest = names.map((name) => field(values[name]));
  return [at_s, Number(replay_protection), keys, `=${body_base64}`, ...rest].join(' ');
}

function field(value: string | undefined): string {
  return value === undefined ? '-' : `=${Buffer.from(value).toString('base64')}`;
}
