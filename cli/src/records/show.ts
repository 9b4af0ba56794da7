import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';
import { type AnyRecord, callsOf } from './record-calls.ts';
import { textOf } from './text-of.ts';
import { wordsOf } from './words.ts';

export function showCommand(definition: RecordDefinition): Verb {
  const { name } = definition;
  const { command, one, uuid } = wordsOf(definition);
  return new Verb('show')
    .description(`Show ${one} with all its fields.`)
    .argument('<uuid>', `the ${name}`, parseUuid)
    .examples(`${command} show ${uuid}`, `${command} show ${uuid} --json`)
    .action((wanted: string, options: OutputOptions) =>
      runRemote(options, ({ rapport }) => callsOf(rapport, definition).retrieve(wanted), tell),
    );
}

/** Prints texts of several lines below the other fields. */
function tell(record: AnyRecord): string {
  const given = Object.entries(record).flatMap(([name, value]): [string, string][] => {
    const text = name === 'custom' ? customOf(value) : textOf(value);
    return text === '' ? [] : [[name, text]];
  });
  const long = given.filter(([, text]) => text.includes('\n'));
  const short = given.filter(([, text]) => !text.includes('\n'));
  return [columns(short), ...long.map(([name, text]) => `  ${name}\n\n${text.trimEnd()}`)].join('\n\n');
}

function customOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text === '{}' ? '' : text;
}
