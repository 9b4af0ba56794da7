import type { Static, TSchema } from 'typebox';
import { Account, Login } from './accounts.ts';
import type { Actor } from './actors.ts';
import { CustomField } from './custom-fields.ts';
import { EXAMPLE_UUIDS, JsonObject, Nullable, OneOf, Timestamp, Uuid } from './fields.ts';
import { File } from './files.ts';
import { Type } from './json-schema.ts';
import { MailTrace } from './mail.ts';
import { Proposal } from './proposals.ts';
import { RECORDS, type RecordEventName } from './records/all.ts';
import type { EventSample, RecordDefinition } from './records/define-record.ts';

/** A kind of event, with the values in which its sample differs from the default. */
type EventKind = {
  resource: TSchema;
  /** The API path of the resource's records. */
  path: string;
  description: string;
  /** Old values of the changed fields. */
  previous?: object;
  /** Values of the sample record other than the examples of its fields. */
  data?: object;
};

const ACCOUNT = { resource: Account, path: '/api/v2/accounts' };
const PROPOSAL = { resource: Proposal, path: '/api/v2/proposals' };
const CUSTOM_FIELD = { resource: CustomField, path: '/api/v2/custom-fields' };
const FILE = { resource: File, path: '/api/v2/files' };
const MAIL = { resource: MailTrace, path: '/api/v2/mails' };
const LOGIN = { resource: Login, path: '/api/v2/logins' };

const OTHER_KINDS = {
  'account.created': { ...ACCOUNT, description: 'An Account was created.' },
  'account.updated': {
    ...ACCOUNT,
    description: 'An Account changed.',
    previous: { name: 'Lovelace & Babbage Ltd' },
  },
  'account.deleted': { ...ACCOUNT, description: 'An Account was deleted.' },
  'account.restored': { ...ACCOUNT, description: 'A deleted Account is there again.' },
  'login.created': { ...LOGIN, description: 'A User joined an Account.' },
  'login.updated': {
    ...LOGIN,
    description: 'The role of a User in an Account changed.',
    previous: { role: 'viewer' },
  },
  'login.reach_changed': {
    ...LOGIN,
    description:
      'A User sees or changes other records than before: by the levels of their role, a team, a share, or a record that changed hands. Who mirrors for them reads all again. Of those who see not all, only they are told.',
  },
  'login.deleted': {
    ...LOGIN,
    description: 'A User left an Account, or was removed from it; they are told as well.',
  },
  'custom_field.created': { ...CUSTOM_FIELD, description: 'An Account gave a field to a kind of record.' },
  'custom_field.updated': {
    ...CUSTOM_FIELD,
    description: 'A custom field changed.',
    previous: { label: 'Contract ends' },
  },
  'custom_field.deleted': {
    ...CUSTOM_FIELD,
    description: 'A custom field was deleted. Values stay in the records.',
  },
  'file.created': { ...FILE, description: 'A file came.' },
  'file.updated': {
    ...FILE,
    description: 'The name or the records of a file changed.',
    previous: { name: 'scan-0012.pdf' },
  },
  'file.deleted': { ...FILE, description: 'A file was deleted. It can be restored for 30 days.' },
  'file.restored': { ...FILE, description: 'A deleted file is there again.' },
  'mail.logged': {
    ...MAIL,
    description:
      'A mail with a Contact or Client is there: it came, was sent, or was found in a mailbox. No subject, no text.',
    data: { bounce: null },
  },
  'mail.bounced': {
    ...MAIL,
    description: 'A mail did not reach a Contact or Client, for good.',
    data: { direction: 'out' },
  },
  'proposal.created': { ...PROPOSAL, description: 'A program proposed changes of records.' },
  'proposal.accepted': {
    ...PROPOSAL,
    description: 'A person accepted a proposal, or a part of it. The records have events of their own.',
    previous: { state: 'open' },
    data: { state: 'accepted' },
  },
  'proposal.declined': {
    ...PROPOSAL,
    description: 'A person declined a proposal, or a part of it.',
    previous: { state: 'open' },
    data: { state: 'declined' },
  },
} satisfies Record<string, EventKind>;

export type EventName = keyof typeof OTHER_KINDS | RecordEventName;

/**
 * The event catalogue: every event with its resource and a description for people. Names are
 * `<resource>.<action>`, in the past tense (contract §6).
 */
export const EVENT_TYPES = {
  ...OTHER_KINDS,
  ...Object.fromEntries(RECORDS.flatMap(eventKindsOf)),
} as unknown as Record<EventName, EventKind>;

export const EVENT_NAMES = Object.keys(EVENT_TYPES) as EventName[];

function eventKindsOf(definition: RecordDefinition): [string, EventKind][] {
  const { name, title, path, schema, sample, sample_previous, events = {} } = definition;
  const kind = { resource: schema, path, data: sample };
  const own = Object.entries(events as Record<string, EventSample>).map(
    ([action, { description, previous, data }]): [string, EventKind] => [
      `${name}.${action}`,
      { ...kind, description, previous, data: { ...sample, ...data } },
    ],
  );
  return [
    [`${name}.created`, { ...kind, description: `A ${title} was created.` }],
    [`${name}.updated`, { ...kind, description: `A ${title} changed.`, previous: sample_previous }],
    [`${name}.deleted`, { ...kind, description: `A ${title} was deleted.` }],
    [`${name}.restored`, { ...kind, description: `A deleted ${title} is there again.` }],
    ...own,
  ];
}

/** The values that `events` of a subscription may hold: exact names, `<resource>.*` and `*`. */
export const EVENT_PATTERNS: string[] = [
  '*',
  ...new Set(EVENT_NAMES.map((name) => `${name.split('.')[0]}.*`)),
  ...EVENT_NAMES,
];

/**
 * True when a pattern covers the event. The database plans deliveries by the same rule
 * (`insertDeliveries`).
 */
export function matchesEvent(patterns: readonly string[], event: string): boolean {
  const family = `${event.split('.')[0]}.*`;
  return patterns.some((pattern) => pattern === '*' || pattern === family || pattern === event);
}

/** The body of a delivery, and an entry of the events feed. */
export const Event = Type.Object(
  {
    uuid: Uuid('Identifier of the event: the same in every delivery of it.', 'event'),
    event: OneOf(EVENT_NAMES, 'What happened.'),
    created_at: Timestamp('When it happened.'),
    account_uuid: Uuid('The Account it happened in.', 'account'),
    request_id: Type.String({
      description: 'The X-Request-Id of the request that caused it.',
      examples: [EXAMPLE_UUIDS.any],
    }),
    change_uuid: Type.Optional(
      Uuid(
        'The change that it is a part of: the X-Change-Uuid of the request, or an import. Events from before this field have none.',
      ),
    ),
    because_of: Type.Optional(
      Type.Object(
        {
          event_uuid: Uuid('The event that the rule answered.', 'event'),
          depth: Type.Integer({
            minimum: 1,
            description: 'How many such answers led to this event.',
            examples: [1],
          }),
        },
        { description: 'Present when a rule of Rapport did it, in answer to another event.' },
      ),
    ),
    proposal: Type.Optional(
      Type.Object(
        {
          uuid: Uuid('The proposal.', 'proposal'),
          proposed_by: Type.Unsafe<Actor>({ $ref: 'Actor#' }),
        },
        { description: 'Present when it was proposed: the actor accepted it.' },
      ),
    ),
    actor: Type.Unsafe<Actor>({ $ref: 'Actor#' }),
    data: JsonObject({
      description:
        'The record as the API returns it; on deleted, its last state. Cut to `uuid` and `url` when truncated.',
    }),
    previous: Nullable(
      JsonObject({
        description: 'Old values of the changed fields. Null on created and deleted.',
      }),
    ),
    changed_fields: Type.Array(Type.String(), {
      description: 'Names of the changed fields.',
      examples: [['name']],
    }),
    merged_into_uuid: Type.Optional(
      Uuid('Only on the deleted record of a merge: the one that it was merged into, and leads to.'),
    ),
    merged_from_uuid: Type.Optional(Uuid('Only on merged: the record that was merged into this one.')),
    test: Type.Optional(Type.Boolean({ description: 'Present and true in a test, which nothing caused.' })),
    truncated: Type.Optional(Type.Boolean({ description: 'Present and true when `data` was cut.' })),
  },
  { $id: 'Event', title: 'Event', description: 'A fact: something happened to a record.' },
);
export type Event = Static<typeof Event>;

export const EventType = Type.Object(
  {
    event: OneOf(EVENT_NAMES, 'Name of the event.'),
    resource: Type.String({ description: 'The kind of record in `data`.', examples: ['client'] }),
    description: Type.String({ description: 'What it means.' }),
    schema: JsonObject({ description: 'JSON Schema of the delivery body.' }),
    sample: JsonObject({ description: 'A sample of the delivery body.' }),
  },
  { $id: 'EventType', title: 'Event type', description: 'An entry of the event catalogue.' },
);
export type EventType = Static<typeof EventType>;
