import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { Command } from 'commander';
import type { OutputOptions } from '../output.ts';
import { parseLimitTo } from '../parse-limit.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { type FieldOptions, fieldOptions, fieldsGiven, fieldsHelp } from './fields-given.ts';
import { type AnyRecord, callsOf, fieldsOf, nameOf } from './record-calls.ts';
import { wordsOf } from './words.ts';

export function createCommand(definition: RecordDefinition): Command {
  const { name, title } = definition;
  const { command, one, setName } = wordsOf(definition);
  const verb = new Verb('create').description(`Create ${one}.`);
  for (const option of fieldOptions(definition)) verb.addOption(option);
  return verb
    .option('--account <uuid>', 'the Account; the default Account of your token when left out', parseUuid)
    .notes(`${fieldsHelp(definition)}`)
    .examples(
      `${command} create ${setName}${exampleLinks(definition)}`,
      `${command} create ${setName} --set tags=one,two --json`,
      `${command} create --data @${name}.json`,
      `cat ${name}.json | ${command} create --data -`,
    )
    .action((options: CreateOptions, invoked: Command) =>
      runRemote(
        options,
        async ({ rapport }) => {
          const account = options.account && { account_uuid: options.account };
          return callsOf(rapport, definition).create({
            ...(await fieldsGiven(options, invoked)),
            ...account,
          });
        },
        (record) => `${title} ${record.uuid} is created: ${nameOf(definition, record)}`,
      ),
    );
}

type CreateOptions = OutputOptions & FieldOptions & { account?: string };

/** Returns the links that the example shows. */
function exampleLinks(definition: RecordDefinition): string {
  const { uuid } = wordsOf(definition);
  const links = fieldsOf(definition).flatMap(([name, { by, to, key, resources }]) => {
    if (by !== 'caller' || to === 'user') return [];
    if (to !== undefined) return [`--set ${name}=${uuid}`];
    if (key === undefined) return [];
    return [`--set ${name}=${key === 'uuid' ? `${resources![0]}:` : ''}${uuid}`];
  });
  return links.length > 0 ? ` ${links[0]}` : '';
}

export function updateCommand(definition: RecordDefinition): Command {
  const { name, title } = definition;
  const { command, one, uuid, setName } = wordsOf(definition);
  const verb = new Verb('update')
    .description(`Change ${one}: the fields given, and no others.`)
    .argument('<uuid>', `the ${name}`, parseUuid);
  for (const option of fieldOptions(definition)) verb.addOption(option);
  return verb
    .option('--if-version <number>', 'only if it is still in this version', parseLimitTo(VERSION_MAX))
    .notes(`${fieldsHelp(definition)}`)
    .examples(
      `${command} update ${uuid} ${setName}`,
      `${command} update ${uuid} --set tags= --if-version 3`,
      `${command} update ${uuid} --data '{"description":"Seen at the fair."}' --json`,
    )
    .action((wanted: string, options: UpdateOptions, invoked: Command) =>
      runRemote(
        options,
        async ({ rapport }) =>
          callsOf(rapport, definition).update(wanted, await fieldsGiven(options, invoked), {
            version: options.ifVersion,
          }),
        (record: AnyRecord) =>
          `${title} ${record.uuid} is in version ${record.version}: ${nameOf(definition, record)}`,
      ),
    );
}

const VERSION_MAX = 2_147_483_647;

type UpdateOptions = OutputOptions & FieldOptions & { ifVersion?: number };
