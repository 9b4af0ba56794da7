import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { TASK_TYPES } from '@rapport/contract/records/tasks';
import { PROPOSE, writeScopeOf } from '@rapport/contract/scopes';
import { refuseScope } from '../../access/scope.ts';
import { type Conversation, NothingDone, Refused, type Told } from '../calls.ts';
import { kindOf, shownRecord } from '../records.ts';
import { shownRefusal } from '../refusals.ts';
import { fitted, shown } from '../texts.ts';
import { account_uuid, change_uuid, resource, type Tool, takes, textOf, uuid, WRITES } from './tool.ts';

/** What an assistant changes. Each call is a change, or a part of one, that one call takes back. */

const ACTIVITIES = ['note', ...TASK_TYPES.filter((type) => type !== 'todo')];

export const logActivity: Tool = {
  name: 'log_activity',
  description:
    'Writes down what took place: a note (body), or a call, meeting or email (title, outcome). records: what it is about. Things still to do are tasks of change_records.',
  inputSchema: takes(
    {
      type: { type: 'string', enum: ACTIVITIES },
      title: textOf(200),
      body: textOf(20_000),
      outcome: textOf(2000),
      direction: { type: 'string', enum: ['outgoing', 'incoming'] },
      call_outcome: {
        type: 'string',
        enum: ['reached', 'left_message', 'no_answer', 'busy', 'wrong_number'],
      },
      duration_min: { type: 'integer', minimum: 0 },
      completed_at: textOf(40, 'ISO 8601; now when left out'),
      records: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        items: takes({ resource: { type: 'string', enum: ['client', 'contact', 'deal'] }, uuid }, [
          'resource',
          'uuid',
        ]),
      },
      account_uuid,
      change_uuid,
    },
    ['type', 'records'],
  ),
  annotations: WRITES,
  run: (conversation, { change_uuid, type, ...fields }) => {
    const isNote = type === 'note';
    const data = isNote ? fields : { type, status: 'completed', ...fields };
    return write(
      conversation,
      [{ action: 'create', resource: isNote ? 'note' : 'task', fields: data }],
      change_uuid,
    );
  },
};

type Operation = {
  action: 'create' | 'update';
  resource: string;
  uuid?: string;
  version?: number;
  fields: object;
};

export const changeRecords: Tool = {
  name: 'change_records',
  description:
    'Creates and updates up to 20 records. An update needs uuid and the version you read; only the fields you send change, null empties one, custom is merged by key. Each has its own outcome.',
  inputSchema: takes(
    {
      operations: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        items: takes(
          {
            action: { type: 'string', enum: ['create', 'update'] },
            resource,
            uuid,
            version: { type: 'integer', minimum: 1 },
            fields: { type: 'object' },
          },
          ['action', 'resource', 'fields'],
        ),
      },
      change_uuid,
    },
    ['operations'],
  ),
  annotations: WRITES,
  run: (conversation, { operations, change_uuid }) => write(conversation, operations, change_uuid),
};

/**
 * Does the operations one after the other, in one change, or proposes them where the token may do
 * no more. A token that lacks a scope for one of them does none, since it may come back with more
 * and call again.
 */
async function write(
  conversation: Conversation,
  operations: Operation[],
  given: string | undefined,
): Promise<object | Refused | NothingDone> {
  const { caller } = conversation;
  const kinds = [...new Set(operations.map((one) => one.resource))].map(kindOf);
  const lacking = refuseScope(caller, { all: kinds.map(writeScopeOf) });
  if (lacking && refuseScope(caller, { all: [PROPOSE] }) === null)
    return propose(conversation, operations, given);
  if (lacking) return new Refused(lacking.code, lacking.detail, [], lacking.needed);
  let change_uuid = given;
  const outcomes: { operation: Operation; told: Told | Refused }[] = [];
  for (const operation of operations) {
    const told = await run(conversation, operation, change_uuid);
    if (told instanceof Refused && operations.length === 1) return told;
    if (!(told instanceof Refused)) change_uuid ??= told.headers['x-change-uuid'];
    outcomes.push({ operation, told });
  }
  const written = outcomes.filter(({ told }) => !(told instanceof Refused)).length;
  const told = fitted(outcomes, (some, most) => ({
    ...{ written, refused: outcomes.length - written },
    ...(written > 0 && { change_uuid, undo: 'undo_change with this change_uuid takes all of it back' }),
    outcomes: some.map(({ operation, told }) => shownOutcome(operation, told, most)),
  }));
  return written === 0 ? new NothingDone(told) : told;
}

/**
 * Keeps what a person is to decide. Nothing is written. What they accept is a change of its own: a
 * `change_uuid` joins nothing here, and one that a write could not join is refused as there.
 */
async function propose(
  { ask, base_url }: Conversation,
  operations: Operation[],
  change_uuid: string | undefined,
): Promise<object | Refused> {
  const proposed: object[] = [];
  let account_uuid: unknown;
  for (const { action, resource, uuid, version, fields } of operations) {
    const { account_uuid: named, ...given } = fields as { account_uuid?: unknown };
    account_uuid ??= named;
    const merged = uuid === undefined ? given : await withCustom(ask, kindOf(resource), uuid, given);
    if (merged instanceof Refused) return merged;
    proposed.push({ action, resource, uuid, version, fields: merged });
  }
  const body = { account_uuid, operations: proposed };
  const told = await ask('POST', '/api/v2/proposals', { body, headers: { 'x-change-uuid': change_uuid } });
  if (told instanceof Refused) return told;
  const { uuid, expires_at } = told.body.data;
  return {
    ...{
      written: 0,
      proposed: operations.length,
      proposal_uuid: uuid,
      expires_at,
      page: `${base_url}/settings/proposals/${uuid}`,
    },
    next_step:
      'Nothing is written yet. Give the person the address in page: there they accept or decline it. What they accept is a change of its own; get_history of the record names it.',
  };
}

async function run(
  { ask }: Conversation,
  { action, resource, uuid, version, fields }: Operation,
  change_uuid: string | undefined,
): Promise<Told | Refused> {
  const kind = kindOf(resource);
  const headers = { 'x-change-uuid': change_uuid };
  if (action === 'create') {
    if (uuid !== undefined)
      return refuseField('/uuid', 'not_allowed', 'A new record gets its own uuid. Leave it out.');
    return ask('POST', kind.path, { body: fields, headers });
  }
  if (uuid === undefined) return refuseField('/uuid', 'required', 'uuid is missing: which record to update.');
  if (version === undefined)
    return refuseField('/version', 'required', 'version is missing: the one that get_records told.');
  const body = await withCustom(ask, kind, uuid, fields);
  if (body instanceof Refused) return body;
  return ask('PATCH', `${kind.path}/${uuid}`, { body, headers: { ...headers, 'if-match': `"${version}"` } });
}

function refuseField(pointer: string, code: 'required' | 'not_allowed', detail: string): Refused {
  return new Refused('fields_invalid', detail, [{ pointer, code, detail }]);
}

/**
 * The fields, with those custom ones that the record has beside them: the API replaces `custom`
 * as a whole, and an assistant names what is to change. The version guards what lies between.
 */
async function withCustom(
  ask: Conversation['ask'],
  { path }: RecordDefinition,
  uuid: string,
  fields: { custom?: unknown },
): Promise<object | Refused> {
  const { custom } = fields;
  if (typeof custom !== 'object' || custom === null) return fields;
  const told = await ask('GET', `${path}/${uuid}`);
  if (told instanceof Refused) return told;
  const merged = Object.entries({ ...told.body?.data?.custom, ...custom }).filter(
    ([, value]) => value !== null,
  );
  return { ...fields, custom: Object.fromEntries(merged) };
}

function shownOutcome(operation: Operation, told: Told | Refused, most: number): object {
  const { action, resource, uuid } = operation;
  if (told instanceof Refused) return { action, resource, uuid, ...shownRefusal(told, most) };
  return { action, ...shownRecord(kindOf(resource), told.body.data, most) };
}

export const undoChange: Tool = {
  name: 'undo_change',
  description:
    'Takes back all that a change of yours did, by its change_uuid. What others changed since stays, and is named. dry_run only tells.',
  inputSchema: takes({ change_uuid: uuid, dry_run: { type: 'boolean' }, account_uuid }, ['change_uuid']),
  annotations: WRITES,
  run: async ({ ask }, { change_uuid, ...body }) => {
    const told = await ask('POST', `/api/v2/changes/${change_uuid}/undo`, { body });
    if (told instanceof Refused) return told;
    const { kept = [], ...rest } = told.body.data;
    return fitted(kept, (some: Record<string, unknown>[], most) => ({
      ...rest,
      kept: some.map(({ resource, uuid, field, reason }) => ({
        ...{ resource, uuid },
        text_from_record: shown({ field, reason }, most),
      })),
    }));
  },
};
