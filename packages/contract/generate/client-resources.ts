import type { TSchema } from 'typebox';
import {
  Account,
  AccountCreate,
  AccountUpdate,
  Login,
  LoginCreate,
  LoginUpdate,
  User,
} from '../src/accounts.ts';
import { Actor } from '../src/actors.ts';
import { API_REQUESTS_LIST, ApiRequest } from '../src/api-requests.ts';
import { AuditEntry } from '../src/audit.ts';
import { Change, ChangeInFull } from '../src/changes.ts';
import { AccountApplication, AccountWebhook } from '../src/connections.ts';
import {
  CustomField,
  CustomFieldConvert,
  CustomFieldCreate,
  CustomFieldFit,
  CustomFieldPreview,
  CustomFieldUpdate,
  CustomFieldVersion,
  UndeclaredKey,
} from '../src/custom-fields.ts';
import { EVENT_NAMES, Event, EventType } from '../src/events.ts';
import { Export, ExportCreate } from '../src/exports.ts';
import { Grant } from '../src/grants.ts';
import { Import, ImportPlan, ImportRow, ImportSummary } from '../src/imports.ts';
import { Invitation, InvitationCreate } from '../src/invitations.ts';
import { Job } from '../src/jobs.ts';
import { Type } from '../src/json-schema.ts';
import { isByKey, type ListDefinition, type ListField, operatorsOf } from '../src/list-definition.ts';
import { ACCOUNTS_LIST, DELIVERIES_LIST, LOGINS_LIST } from '../src/lists.ts';
import {
  Notification,
  NotificationSettings,
  NotificationSettingsUpdate,
  NotificationsRead,
  UnreadNotifications,
} from '../src/notifications.ts';
import { PendingLogin } from '../src/pending-logins.ts';
import { CurrentUser, PersonalAccessToken } from '../src/personal-access-tokens.ts';
import { FIELD_ERROR_CODES, PROBLEMS } from '../src/problems.ts';
import { RECORDS } from '../src/records/all.ts';
import { BatchRequest, BatchResult } from '../src/records/batches.ts';
import { Board } from '../src/records/board.ts';
import type { RecordDefinition } from '../src/records/define-record.ts';
import { ImportResult } from '../src/records/imports.ts';
import type { RecordField } from '../src/records/record-field.ts';
import { SearchHit } from '../src/records/search.ts';
import { PastDeal, ReportTables } from '../src/reports.ts';
import { Tag, TagUpdate } from '../src/tags.ts';
import { View, ViewCreate, ViewUpdate } from '../src/views.ts';
import {
  ATTEMPT_ERROR_KINDS,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
  WebhookRecovery,
  WebhookRecoveryCreate,
  WebhookTest,
  WebhookTestCreate,
} from '../src/webhook-deliveries.ts';
import { WebhookHealth } from '../src/webhook-health.ts';
import { WebhookRelayAttempt, WebhookRelayCreate, WebhookRelayDelivery } from '../src/webhook-relays.ts';
import {
  WebhookSubscription,
  WebhookSubscriptionCreate,
  WebhookSubscriptionUpdate,
} from '../src/webhook-subscriptions.ts';
import { COMMON_PARTS } from './common-parts.ts';
import { choiceText, declaration, knownTypes, typeText, wrapped } from './type-text.ts';
import { eventDataDeclaration } from './webhook-catalogue.ts';

const choiceOf = (values: readonly string[]) => ({ type: 'string', enum: values });

/**
 * The schemas to write, under the names of their types: resources, and the bodies that create and
 * change them.
 */
const SCHEMAS: Record<string, TSchema> = {
  ...COMMON_PARTS,
  NotificationPlaces: NotificationSettings.properties.sorts.properties.reminder,
  CustomFieldType: CustomField.properties.type,
  DeliveryErrorKind: Type.Unsafe({ ...choiceOf(ATTEMPT_ERROR_KINDS), description: 'Why an attempt failed.' }),
  User,
  CurrentUser,
  Account,
  AccountCreate,
  AccountUpdate,
  View,
  ViewCreate,
  ViewUpdate,
  Tag,
  TagUpdate,
  Login,
  LoginCreate,
  LoginUpdate,
  PendingLogin,
  Invitation,
  InvitationCreate,
  CustomField,
  CustomFieldCreate,
  CustomFieldUpdate,
  CustomFieldPreview,
  CustomFieldFit,
  CustomFieldConvert,
  CustomFieldVersion,
  UndeclaredKey,
  ImportResult,
  BatchRequest,
  BatchResult,
  SearchHit,
  Board,
  ReportTables,
  PastDeal,
  PersonalAccessToken,
  Grant,
  AuditEntry,
  ApiRequest,
  Change,
  ChangeInFull,
  Job,
  Notification,
  NotificationsRead,
  UnreadNotifications,
  NotificationSettings,
  NotificationSettingsUpdate,
  ImportPlan,
  ImportRow,
  ImportSummary,
  Export,
  ExportCreate,
  Import,
  AccountWebhook,
  AccountApplication,
  WebhookSubscription,
  WebhookSubscriptionCreate,
  WebhookSubscriptionUpdate,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
  WebhookTest,
  WebhookTestCreate,
  WebhookRecovery,
  WebhookRecoveryCreate,
  WebhookHealth,
  WebhookRelayCreate,
  WebhookRelayDelivery,
  WebhookRelayAttempt,
  Actor,
  EventRecord: Event,
  EventType,
};

const EVENT = `/** The name of an event. */
export type EventName = keyof EventData;

/**
 * Any event of the feed: \`switch (event.event)\` narrows \`event.data\`. Later services may send
 * more; keep a \`default\`.
 */
export type Event = {
  [Name in EventName]: Omit<EventRecord, 'event' | 'data' | 'previous'> & {
    event: Name;
    data: EventData[Name];
    previous: Partial<EventData[Name]> | null;
  };
}[EventName];
`;

/** The queries to write, under the names of their types: one for each list. */
const LISTS: Record<string, ListDefinition> = {
  AccountList: ACCOUNTS_LIST,
  LoginList: LOGINS_LIST,
  WebhookDeliveryList: DELIVERIES_LIST,
  ApiRequestList: API_REQUESTS_LIST,
};

/** The types that are the same for all kinds of record. */
const GENERICS = `/** A record of a kind, with the fields of the kind. */
export type Resource<Fields> = {
  uuid: string;
  /** The Account that it belongs to. */
  account_uuid: string;
  /** Counts the changes; the value of the ETag. */
  version: number;
  /** When it was created. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When it last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
} & Fields;

/**
 * The fields that a caller writes. The service alone writes \`ReadOnly\`; \`Inputs\` are written in
 * another form than they are read.
 */
export type Written<Fields, ReadOnly = never, Inputs = unknown> = Partial<
  Omit<Fields, (ReadOnly | keyof Inputs) & keyof Fields> & Inputs
>;

/** The body that creates a record. */
export type Created<Fields> = Fields & {
  /** The Account. May be left out by a User of a single Account. */
  account_uuid?: string;
};

/** A record that can still be restored. */
export type Deleted<Record> = Record & {
  /** When it was deleted. ISO 8601 with milliseconds and the offset. */
  deleted_at: string;
  deleted_by: Actor;
  /** Until when it can be restored. Then it is gone for good. */
  restorable_until: string;
};
`;

/** The types of one kind: its fields once, and what is made of them. */
function kindTypes({ title, about, fields, list, deleted_list }: RecordDefinition): string {
  const own = Object.entries(fields as Record<string, RecordField>);
  const answered = { type: 'object', properties: mapped(own, ({ schema }) => schema) };
  const written = own.filter(([, { by }]) => by === 'caller');
  const other = written.filter(([, { schema, input }]) => typeText(schema) !== typeText(input));
  const readOnly = own.filter(([, { by }]) => by === 'service').map(([name]) => name);
  const service = readOnly.length > 0 ? choiceText(readOnly) : 'never';
  const inputs = typeText({ type: 'object', properties: mapped(other, ({ input }) => input) }, '  ', KNOWN);
  const parts =
    other.length > 0
      ? `\n  ${title}Fields,\n  ${onChoiceLines(service)},\n  ${inputs}\n`
      : onLines([`${title}Fields`, ...(readOnly.length > 0 ? [service] : [])], `export type ${title}Update`);
  const all = { ...answered, required: own.map(([name]) => name) };
  return [
    declaration(all, `${title}Fields`, KNOWN),
    `/** ${about} */\nexport type ${title} = Resource<${title}Fields>;\n`,
    `export type ${title}Update = Written<${parts}>;\n`,
    `export type ${title}Create = Created<${title}Update>;\n`,
    `export type Deleted${title} = Deleted<${title}>;\n`,
    listDeclaration(`${title}List`, list),
    listDeclaration(`Deleted${title}List`, deleted_list),
  ].join('\n');
}

/** The arguments of `Written`, on lines of their own where one line would be too long. */
function onLines(parts: string[], declared: string): string {
  const line = parts.join(', ');
  const isShort = `${declared} = Written<${line}>;`.length <= LINE_MAX;
  return isShort ? line : `\n  ${parts.join(',\n  ')}\n`;
}

/** A choice, with its values on lines of their own where one line would be too long. */
function onChoiceLines(choice: string): string {
  if (`  ${choice},`.length <= LINE_MAX) return choice;
  return choice
    .split(' | ')
    .map((value, index) => `${index === 0 ? '' : '  '}| ${value}`)
    .join('\n');
}

/** The longest line that the formatter leaves (biome.json). */
const LINE_MAX = 110;

function mapped(fields: [string, RecordField][], of: (field: RecordField) => TSchema) {
  return Object.fromEntries(fields.map(([name, field]) => [name, of(field)]));
}

const KNOWN = knownTypes({
  ...SCHEMAS,
  EventName: choiceOf(EVENT_NAMES),
  FieldErrorCode: choiceOf(FIELD_ERROR_CODES),
  ProblemCode: choiceOf(Object.keys(PROBLEMS)),
});

/** The schema that another one extends or changes: of `LoginUpdate` that of `Login`. */
function baseOf(name: string) {
  const bases = Object.keys(SCHEMAS).filter((other) => other !== name && name.startsWith(other));
  const base = bases.at(-1);
  return base === undefined ? undefined : { name: base, schema: SCHEMAS[base]! };
}

export function clientResources(): string {
  const taken = (RECORDS as readonly RecordDefinition[]).find(({ title }) => title in SCHEMAS);
  if (taken)
    throw new Error(`${taken.title} is the name of another type: give "${taken.name}" another title.`);
  return [
    '// Generated from the resources of the service; do not edit.\n',
    ...Object.entries(SCHEMAS).map(([name, schema]) => declaration(schema, name, KNOWN, baseOf(name))),
    GENERICS,
    ...operatorTypes(),
    ...(RECORDS as readonly RecordDefinition[]).map(kindTypes),
    eventDataDeclaration(),
    EVENT,
    ...Object.entries(LISTS).map(([name, list]) => listDeclaration(name, list)),
    codes('ProblemCode', 'What `ApiError.code` can be.', Object.keys(PROBLEMS)),
    codes('FieldErrorCode', 'What `ApiError.errors[].code` can be.', FIELD_ERROR_CODES),
  ].join('\n');
}

/**
 * Returns the type of a list's query: the operators of each field, the fields to sort by, and the
 * parameters that only some lists take.
 */
function listDeclaration(name: string, { fields, searchable }: ListDefinition): string {
  const named = Object.entries(fields);
  const filter = named.map(
    ([field, definition]) => `    ${keyOf(field, definition)}: ${operatorsName(definition)};\n`,
  );
  const sortable = named.filter(([, { sortable }]) => sortable).map(([field]) => field);
  const parameters = [...(searchable ? ['q'] : []), ...('updated_at' in fields ? ['updated_since'] : [])];
  const members = [
    `  filter: {\n${filter.join('')}  };\n`,
    member('  ', 'sort', sortable),
    member('  ', 'parameters', parameters),
  ];
  return `/** The possible queries of this list, for \`ListQuery\`. */\nexport type ${name} = {\n${members.join('')}};\n`;
}

/** The operators of all fields of one type, under one name. */
function operatorTypes(): string[] {
  const lists = (RECORDS as readonly RecordDefinition[]).flatMap(({ list, deleted_list }) => [
    list,
    deleted_list,
  ]);
  const fields = [...lists, ...Object.values(LISTS)].flatMap((list) => Object.values(list.fields));
  const types = new Map(fields.map((field) => [operatorsName(field), operatorsOf(field)]));
  // The type of a custom field decides, and an Account declares it.
  types.set('CustomOrNull', [...new Set([...types.values()].flat())]);
  return [...types]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, operators]) => {
      const start = `type ${name} =`;
      return `${start}${wrapped(choiceText(operators), start, '')};\n`;
    });
}

function operatorsName({ type, nullable }: ListField): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}${nullable ? 'OrNull' : ''}`;
}

/** Callers choose the names of custom fields, so the type allows any name. */
function keyOf(field: string, definition: ListField): string {
  return isByKey(definition) ? `[field: \`${field}.\${string}\`]` : field;
}

function member(indent: string, name: string, choices: readonly string[]): string {
  const type = choices.length > 0 ? choiceText(choices) : 'never';
  return `${indent}${name}:${wrapped(type, `${indent}${name}:`, indent)};\n`;
}

function codes(name: string, description: string, values: readonly string[]): string {
  const start = `export type ${name} =`;
  return `/** ${description} */\n${start}${wrapped(choiceText(values), start, '')};\n`;
}
