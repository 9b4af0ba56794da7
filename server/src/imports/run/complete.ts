import { createHash } from 'node:crypto';
import { instantOf } from '@rapport/contract/days';
import { fold } from '@rapport/contract/fold';
import type { NamedStage } from '../../crm/pipelines/stages.ts';
import { cutTo } from '../../platform/cells/cut.ts';
import { domainIn } from '../../platform/host-name.ts';
import { readEmail, readPhone } from '../read/cells/reach.ts';
import { readYes } from '../read/cells/words.ts';
import type { Draft } from '../read/draft.ts';
import type { ImportedKind } from '../read/presets/preset.ts';
import { stageKey } from '../read/stage-key.ts';

/** What completes a row beyond its own cells. */
export type Completion = {
  kind: ImportedKind;
  /** What stands before ids of the source; null: they stay as they are. */
  prefix: string | null;
  /** What the stages of the file mean: a stage here, or how the deal ended. */
  meant: Record<string, string | null>;
  stages: NamedStage[];
  /** The owner of records that are new and whose row names none. */
  owner_uuid: string | null;
  currency: string | null;
  time_zone: string;
  now: string;
};

/**
 * A row with its fields, the fields of a new record alone, and those that only the service writes.
 */
export type Completed = Draft & {
  defaults: Record<string, unknown>;
  service: Record<string, unknown>;
  /** The row is about a record that was merged into another: that one keeps what it has. */
  isOfMerged: boolean;
};

const ID_MAX_LENGTH = 200;
const TITLE_MAX_LENGTH = 200;

/**
 * Fills in what follows from several cells: names, the ending of a deal, times of the source. A
 * note or task without an id gets one made of its text, so that the same file can be sent again.
 */
export function complete(draft: Draft, cells: string[], completion: Completion): Completed {
  const completed: Completed = { ...draft, defaults: {}, service: {}, isOfMerged: false };
  const { given } = completed;
  const { kind, prefix, owner_uuid } = completion;
  const created = draft.moments.source_created_at;
  if (created) completed.service.source_created_at = created.at;
  if (owner_uuid) completed.defaults.owner_uuid = owner_uuid;
  if (given.external_id !== undefined) given.external_id = idOf(prefix, String(given.external_id));
  else if ((kind === 'note' || kind === 'task') && draft.extras.uuid === undefined)
    given.external_id = idOf(prefix ?? 'import', hashOf(kind, cells));
  COMPLETE[kind](completed, completion);
  return completed;
}

/** An id of the source as an external_id: `hubspot:123`. */
export function idOf(prefix: string | null, id: string): string {
  return cutTo(prefix === null ? id : `${prefix}:${id}`, ID_MAX_LENGTH);
}

function hashOf(kind: string, cells: string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...cells]))
    .digest('hex')
    .slice(0, 32);
}

type Complete = (row: Completed, completion: Completion) => void;

const COMPLETE: Record<ImportedKind, Complete> = {
  client: ({ given, extras, defaults }) => {
    if (Number.parseInt(extras.won_deals ?? '', 10) > 0 && given.status !== 'inactive')
      given.status = 'active';
    const domain = typeof given.domain === 'string' ? domainIn(given.domain) : null;
    if (domain) given.domain = domain;
    if (!given.name) takePerson(given, extras);
    if (given.name || given.first_name || given.last_name) return;
    // A record that is there is called by its name, not by its domain.
    const name = domain ?? given.website ?? firstPoint(given);
    if (name !== undefined) defaults.name = name;
  },
  contact: ({ given, extras, links, defaults }) => {
    const { middle_name } = extras;
    if (middle_name) given.first_name = cutTo([given.first_name, middle_name].filter(Boolean).join(' '), 100);
    if (given.name || given.first_name || given.last_name) return;
    // A person whom nobody named is found by what is known of them. A number says least.
    const { emails, phones } = given;
    const name =
      firstPoint({ emails }) ?? links.find(({ to }) => to === 'client')?.texts[0] ?? firstPoint({ phones });
    if (name) defaults.name = cutTo(name, TITLE_MAX_LENGTH);
  },
  deal: completeDeal,
  task: completeTask,
  note: ({ given, extras }) => {
    const body = extras.html ?? given.body;
    const text = [extras.title && `**${extras.title}**`, body].filter(Boolean).join('\n\n');
    if (text) given.body = text;
  },
};

/** Where a company list names no company in a row, its person is the customer. */
function takePerson(given: Completed['given'], extras: Completed['extras']): void {
  const { person, person_first_name, person_last_name, person_email, person_phone } = extras;
  if (!person && !person_first_name && !person_last_name) return;
  if (person && !person_last_name) given.name = cutTo(person, TITLE_MAX_LENGTH);
  if (person_first_name) given.first_name ??= cutTo(person_first_name, 100);
  if (person_last_name) given.last_name ??= cutTo(person_last_name, 100);
  given.kind ??= 'person';
  const email = person_email ? readEmail(person_email) : null;
  if (email) given.emails = [...((given.emails ?? []) as object[]), { value: email }];
  if (person_phone && /\p{Nd}/u.test(person_phone))
    given.phones = [...((given.phones ?? []) as object[]), { value: readPhone(person_phone) }];
  for (const name of Object.keys(extras)) if (name.startsWith('person')) delete extras[name];
}

function firstPoint({ emails, phones }: Record<string, unknown>): string | undefined {
  const [point] = [...((emails ?? []) as { value: string }[]), ...((phones ?? []) as { value: string }[])];
  return point?.value;
}

/**
 * A deal is won or lost by its status, its stage, or the time at which it was. Some sources have
 * one column for the day it is expected to close and the day it did.
 */
function completeDeal(row: Completed, { meant, stages, currency, now }: Completion): void {
  const { given, extras, moments, stage, service, defaults } = row;
  const said = stage === null ? undefined : meant[stageKey(extras.pipeline, stage)];
  const ending = said === 'won' || said === 'lost' ? said : null;
  // In a preview a stage that the start creates is not there yet.
  if (said && !ending && said !== 'create') given.stage_uuid = said;
  const last = ending && stageOfEnd(ending, extras.pipeline, meant, stages);
  if (last) defaults.stage_uuid = last;
  const status = (given.status ??
    ending ??
    (moments.won_at ? 'won' : moments.lost_at ? 'lost' : undefined)) as string | undefined;
  if (status) given.status = status;
  const { closes_at } = moments;
  if (closes_at) given.expected_close_on ??= closes_at.day;
  const isClosed = status === 'won' || status === 'lost';
  const own = status === 'won' ? moments.won_at : moments.lost_at;
  // Nothing has happened in the future: a day to come is when somebody expected it.
  const closed = isClosed
    ? [own, moments.closed_at, closes_at].find((moment) => moment && moment.at <= now)
    : undefined;
  if (closed) service.closed_at = closed.at;
  if (status === 'lost') defaults.lost_reason = 'Not given';
  else delete given.lost_reason;
  if (given.amount !== undefined && given.currency === undefined && currency) defaults.currency = currency;
  if (given.title === undefined) {
    const title = titleFrom(row);
    defaults.title = title ?? stage ?? 'Deal';
  }
}

/** What is sold, by the names of the columns that say it. */
const PRODUCT =
  /^(?:product|produkt|produit|producto|prodotto|item|service|article|artikel)s?(?:[ _-]name)?$/i;

/** A title for a deal that has none: of its Client or person, and of its product or stage. */
function titleFrom({ given, links, stage }: Completed): string | null {
  const named = (to: string) => links.find((link) => link.to === to)?.texts[0];
  const custom = Object.entries((given.custom ?? {}) as Record<string, unknown>);
  const product = custom.find(([key, value]) => PRODUCT.test(key) && typeof value === 'string')?.[1];
  const who = named('client') ?? named('contact');
  const id =
    given.external_id === undefined ? undefined : `Deal ${String(given.external_id).split(':').at(-1)}`;
  const parts = [who ?? (product ? undefined : id), product ?? (who ? stage : undefined)].filter(Boolean);
  return parts.length > 0 ? cutTo(parts.join(' – '), TITLE_MAX_LENGTH) : null;
}

/**
 * A deal that has ended stays in its pipeline, or where others of it go: at its end if it was won,
 * else at its start.
 */
function stageOfEnd(
  ending: 'won' | 'lost',
  pipeline: string | undefined,
  meant: Completion['meant'],
  stages: NamedStage[],
): string | undefined {
  if (pipeline === undefined) return undefined;
  const words = Object.keys(meant).filter((word) => word.startsWith(stageKey(pipeline, '')));
  const other = stages.find(({ uuid }) => words.some((word) => meant[word] === uuid));
  const named = stages.filter((stage) => fold(stage.pipeline) === fold(pipeline));
  const own = named.length > 0 ? named : stages.filter((one) => one.pipeline_uuid === other?.pipeline_uuid);
  return own.at(ending === 'won' ? -1 : 0)?.uuid;
}

/** An appointment has a time unless it takes the whole day, and is completed once it has begun. */
function completeAppointment(given: Completed['given'], all_day: string, now: string): void {
  given.type ??= 'meeting';
  if (readYes(all_day) && given.due_on !== undefined) delete given.due_at;
  else if (given.due_at !== undefined) delete given.due_on;
  const begins = String(given.due_at ?? `${given.due_on}T12:00:00.000Z`);
  given.status ??= begins < now ? 'completed' : 'open';
  if (given.status === 'completed' && begins < now) given.completed_at ??= begins;
}

/** A task that is done and says not when was done when it was due, unless that is still to come. */
function completeTask(
  { given, extras, moments, defaults }: Completed,
  { now, owner_uuid, time_zone }: Completion,
): void {
  if (extras.html) given.body ??= extras.html;
  if (extras.all_day !== undefined) completeAppointment(given, extras.all_day, now);
  const hasEnded = given.call_outcome !== undefined && given.call_outcome !== 'none';
  // Only a call ends so. What has a direction and no type was one, too: e-mails say their type.
  if (hasEnded || (given.direction && given.direction !== 'none')) given.type ??= 'call';
  if (given.title === undefined) {
    const line =
      String(given.body ?? '')
        .split('\n')[0]!
        .trim() || given.type;
    if (line) given.title = cutTo(String(line), TITLE_MAX_LENGTH);
    else defaults.title = 'Task';
  }
  if (owner_uuid) defaults.assignee_uuid = owner_uuid;
  if ((moments.completed_at || hasEnded) && given.status === undefined) given.status = 'completed';
  if (given.status !== 'completed') {
    delete given.completed_at;
    delete given.outcome;
    delete given.call_outcome;
  } else if (given.completed_at === undefined && typeof given.due_on === 'string') {
    const due = `${given.due_on}T12:00:00.000Z`;
    if (due < now) defaults.completed_at = due;
  }
  const time = /^(\d{1,2}):(\d{2})/.exec(extras.due_time ?? '');
  if (time && typeof given.due_on === 'string') {
    const clock = `${time[1]!.padStart(2, '0')}:${time[2]}:00`;
    given.due_at = instantOf(given.due_on, clock, time_zone).toISOString();
    delete given.due_on;
  } else if (moments.due_on && given.due_at === undefined) {
    given.due_at = moments.due_on.at;
    delete given.due_on;
  }
}
