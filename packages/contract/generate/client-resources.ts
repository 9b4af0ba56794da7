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
import { AccountApplication, AccountToken, AccountWebhook } from '../src/connections.ts';
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
import { File, FileUpdate, FileUpload, FileUploadCreate } from '../src/files.ts';
import { Grant } from '../src/grants.ts';
import { Import, ImportPlan, ImportRow, ImportSummary } from '../src/imports.ts';
import { Invitation, InvitationCreate } from '../src/invitations.ts';
import { Job } from '../src/jobs.ts';
import { Type } from '../src/json-schema.ts';
import type { ListDefinition } from '../src/list-definition.ts';
import { ACCOUNTS_LIST, DELIVERIES_LIST, LOGINS_LIST } from '../src/lists.ts';
import { Mail, MailBounce, MailTrace, MailUpdate, WholeMail } from '../src/mail.ts';
import {
  MailTemplate,
  MailTemplateCreate,
  MailTemplateFilled,
  MailTemplateUpdate,
} from '../src/mail-templates.ts';
import { MailThread } from '../src/mail-threads.ts';
import {
  Notification,
  NotificationSettings,
  NotificationSettingsUpdate,
  NotificationsRead,
  UnreadNotifications,
} from '../src/notifications.ts';
import { MailCreate, OutgoingMail, OutgoingMailResolve } from '../src/outgoing-mails.ts';
import { PendingLogin } from '../src/pending-logins.ts';
import { CurrentUser, PersonalAccessToken } from '../src/personal-access-tokens.ts';
import { FIELD_ERROR_CODES, PROBLEMS } from '../src/problems.ts';
import { Proposal, ProposalCreate, ProposalInFull } from '../src/proposals.ts';
import { RECORDS } from '../src/records/all.ts';
import { BatchRequest, BatchResult } from '../src/records/batches.ts';
import { Board } from '../src/records/board.ts';
import { BulkRequest, BulkStarted } from '../src/records/bulk.ts';
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
import { HealthFigures, WebhookHealth } from '../src/webhook-health.ts';
import { WebhookRelayAttempt, WebhookRelayCreate, WebhookRelayDelivery } from '../src/webhook-relays.ts';
import {
  WebhookSubscription,
  WebhookSubscriptionCreate,
  WebhookSubscriptionUpdate,
} from '../src/webhook-subscriptions.ts';
import { formatted } from './formatted.ts';
import { listDeclaration, operatorTypes, recordListDeclarations, sharedLists } from './list-types.ts';
import { COMMON_FIELDS, COMMON_PARTS, RESOURCE, recordTypes } from './record-types.ts';
import { choiceText, declaration, knownTypes, typeText } from './type-text.ts';
import { eventDataDeclaration } from './webhook-catalogue.ts';

const choiceOf = (values: readonly string[]) => ({ type: 'string', enum: values });

/** What the figures of every period and step are. */
const HEALTH_PARTS = { WebhookHealthFigures: HealthFigures };

/**
 * The schemas to write, under the names of their types: resources, and the bodies that create and
 * change them.
 */
const SCHEMAS: Record<string, TSchema> = {
  ...COMMON_PARTS,
  ...COMMON_FIELDS,
  NotificationPlaces: NotificationSettings.properties.sorts.properties.reminder,
  CustomFieldType: CustomField.properties.type,
  CustomFieldOption: CustomField.properties.options.items,
  CustomFieldOptionWritten: CustomFieldConvert.properties.options.items,
  ImportFault: ImportResult.properties.failures.items,
  ReportFigure: ReportTables.properties.tables.items.properties.totals.items,
  DeliveryErrorKind: Type.Unsafe({ ...choiceOf(ATTEMPT_ERROR_KINDS), description: 'Why an attempt failed.' }),
  User,
  CurrentUser,
  Account,
  AccountCreate,
  AccountUpdate,
  View,
  ViewCreate,
  ViewUpdate,
  File,
  FileUpdate,
  FileUpload,
  FileUploadCreate,
  Mail,
  MailThread,
  WholeMail,
  MailUpdate,
  MailBounce,
  MailTrace,
  MailTemplate,
  MailTemplateCreate,
  MailTemplateUpdate,
  MailTemplateFilled,
  OutgoingMail,
  MailCreate,
  OutgoingMailResolve,
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
  BulkRequest,
  BulkStarted,
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
  Proposal,
  ProposalInFull,
  ProposalCreate,
  ImportPlan,
  ImportRow,
  ImportSummary,
  Export,
  ExportCreate,
  Import,
  AccountWebhook,
  AccountApplication,
  AccountToken,
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
  ...HEALTH_PARTS,
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
const GENERICS = `/**
 * The fields that a caller writes. The service alone writes \`ReadOnly\`; \`Inputs\` are written in
 * another form than they are read.
 */
export type Written<Fields, ReadOnly = never, Inputs = unknown> = Partial<
  Omit<Fields, (ReadOnly | keyof Inputs) & keyof Fields> & Inputs
>;

/** The body that creates a record. */
export type Created<Fields> = Fields & {
  /** The Account. Left out: the default of the token, else of the User, else the only one. */
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

const KINDS = RECORDS as readonly RecordDefinition[];

/** The types of one kind: its fields once, and what is made of them. */
function kindTypes(kind: RecordDefinition): string[] {
  const { title, fields } = kind;
  const own = Object.entries(fields as Record<string, RecordField>);
  const readOnly = own.filter(([, { by }]) => by === 'service').map(([name]) => name);
  const inputs = own
    .filter(([, { by, schema, input }]) => by === 'caller' && typeText(schema) !== typeText(input))
    .map(([name, { input }]) => [name, Type.Optional(input)]);
  const written = [
    `${title}Fields`,
    ...(readOnly.length + inputs.length > 0 ? [readOnlyText(readOnly)] : []),
    ...(inputs.length > 0 ? [typeText(Type.Object(Object.fromEntries(inputs)), KNOWN)] : []),
  ];
  return [
    ...recordTypes(kind, KNOWN),
    `export type ${title}Update = Written<${written.join(', ')}>;\n`,
    `export type ${title}Create = Created<${title}Update>;\n`,
    `export type Deleted${title} = Deleted<${title}>;\n`,
    ...recordListDeclarations(kind),
  ];
}

/** The fields that only the service writes: common ones by the name of their type. */
function readOnlyText(names: string[]): string {
  const common = Object.entries(COMMON_FIELDS)
    .map(([type, { properties }]) => ({ type, keys: Object.keys(properties) }))
    .filter(({ keys }) => keys.every((key) => names.includes(key)));
  const own = names.filter((name) => !common.some(({ keys }) => keys.includes(name)));
  const types = common.map(({ type }) => `keyof ${type}`);
  return [...(own.length > 0 ? [choiceText(own)] : []), ...types].join(' | ') || 'never';
}

const KNOWN = knownTypes(
  {
    ...SCHEMAS,
    EventName: choiceOf(EVENT_NAMES),
    FieldErrorCode: choiceOf(FIELD_ERROR_CODES),
    ProblemCode: choiceOf(Object.keys(PROBLEMS)),
  },
  { ...COMMON_FIELDS, ...HEALTH_PARTS },
);

/** The schema that another one extends or changes: of `LoginUpdate` that of `Login`. */
function baseOf(name: string) {
  const bases = Object.keys(SCHEMAS).filter((other) => other !== name && name.startsWith(other));
  const base = BASES[name] ?? bases.at(-1);
  return base === undefined ? undefined : { name: base, schema: SCHEMAS[base]! };
}

/** The bases that a name does not begin with. */
const BASES: Record<string, string> = {
  WebhookRelayCreate: 'WebhookSubscriptionCreate',
  WebhookRelayAttempt: 'WebhookAttempt',
};

/** Returns the text of the file with the types of all resources. */
export function clientResources(): string {
  const taken = KINDS.find(({ title }) => title in SCHEMAS);
  if (taken)
    throw new Error(`${taken.title} is the name of another type: give "${taken.name}" another title.`);
  return formatted(
    [
      '// Generated from the resources of the service; do not edit.\n',
      ...Object.entries(SCHEMAS).map(([name, schema]) => declaration(schema, name, KNOWN, baseOf(name))),
      RESOURCE,
      GENERICS,
      ...operatorTypes(Object.values(LISTS)),
      ...sharedLists(),
      ...KINDS.flatMap(kindTypes),
      eventDataDeclaration(),
      EVENT,
      ...Object.entries(LISTS).map(([name, list]) => listDeclaration(name, list)),
      codes('ProblemCode', 'What `ApiError.code` can be.', Object.keys(PROBLEMS)),
      codes('FieldErrorCode', 'What `ApiError.errors[].code` can be.', FIELD_ERROR_CODES),
    ].join('\n'),
  );
}

function codes(name: string, description: string, values: readonly string[]): string {
  return `/** ${description} */\nexport type ${name} = ${choiceText(values)};\n`;
}
