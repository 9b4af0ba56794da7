import { buffer } from 'node:stream/consumers';
import { type Explanation, explain } from '@rapport/webhooks/explain';
import type { Command } from 'commander';
import { EXIT, type OutputOptions } from './output.ts';
import { print } from './print.ts';
import { Verb } from './verb.ts';

export function verifyCommand(): Verb {
  return new Verb('verify')
    .description(
      'Check the signature of a delivery, and say why it does not match. The body is read from standard input.',
    )
    .option(
      '--secret <secret>',
      'the signing_secret of the subscription; SIGNING_SECRET of the environment when left out',
    )
    .requiredOption('--signature <hex>', 'the value of the X-Signature header')
    .notes(
      `Save the body as it came over the wire: every byte counts. The exit code is 0 when the signature is genuine and ${EXIT.refused} when not.`,
    )
    .examples(
      'verify --secret "$SIGNING_SECRET" --signature 4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865 < body',
      'verify --signature "$X_SIGNATURE" --json < body',
    )
    .action(verify);
}

type Options = OutputOptions & { secret?: string; signature: string };

async function verify(options: Options, command: Command): Promise<void> {
  const secret = options.secret ?? process.env.SIGNING_SECRET;
  if (!secret) command.error('Give --secret, or set SIGNING_SECRET.');
  if (process.stdin.isTTY) command.error('Give the body as it came over the network: < body');
  const body = await buffer(process.stdin);
  const explanation = await explain(body, { 'x-signature': options.signature }, secret);
  const is_genuine = explanation.reason === 'genuine';
  const { reason, is_proven, text } = explanation;
  if (options.json) print(JSON.stringify({ is_genuine, reason, is_proven, text }));
  else print(tell(explanation, body.length));
  if (!is_genuine) process.exitCode = EXIT.refused;
}

function tell({ reason, is_proven, text }: Explanation, length_bytes: number): string {
  if (reason === 'genuine')
    return `Genuine: X-Signature belongs to these ${length_bytes} bytes and this secret.`;
  return `Not genuine (${reason}${is_proven ? '' : ', a guess'}).\n${text}`;
}
