import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import {
  ACCOUNT,
  ACCOUNT_READ,
  EVERYTHING,
  FILES_READ,
  FILES_WRITE,
  MAILS_READ,
  MAILS_SEND,
  NARROW_SCOPES,
  PROPOSE,
  READS,
  READS_OF_RECORDS,
  readScopeOf,
  WEBHOOKS,
  WRITES_OF_RECORDS,
  writeScopeOf,
} from '@rapport/contract/scopes';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { NEEDS_EVERYTHING, type Needed } from './access/scope.ts';

/**
 * The scope of each operation of the API, by its operationId: here, and nowhere else. The
 * description of the API says it, and a route that is not described needs everything. A service
 * with an operation that states none does not start.
 */

const all = (...scopes: (string | readonly string[])[]): Needed => ({ all: scopes.flat() });
const ofUser: Needed = { ...NEEDS_EVERYTHING, of_user: true };
const KINDS = RECORDS as readonly RecordDefinition[];

/** What every token of the API may do: it is about the token itself, or a part of this page. */
const anyToken: Needed = { all: [], any: NARROW_SCOPES };
/** The answer has what each of these scopes gives. */
const anyRead: Needed = { all: [], any: [...READS, ACCOUNT_READ] };
const anyReadOrMail: Needed = { all: [], any: [...READS, ACCOUNT_READ, MAILS_READ] };
/** What names records of any kind, and cannot be told apart. */
const everyRead = all(READS_OF_RECORDS);
const everyWrite = all(WRITES_OF_RECORDS);

const OPERATIONS: [Needed, string[]][] = [
  [
    anyToken,
    [
      ...['retrieveMe', 'listEventTypes', 'listAccounts', 'retrieveAccount'],
      ...['listPersonalAccessTokens', 'retrievePersonalAccessToken', 'revokePersonalAccessToken'],
    ],
  ],
  [anyReadOrMail, ['searchRecords']],
  [anyRead, ['listEvents', 'retrieveEvent', 'followChanges']],
  [anyRead, ['listCustomFields', 'retrieveCustomField', 'listCustomFieldVersions']],
  [
    all(ACCOUNT_READ),
    [
      ...['listLoginsV1', 'listLogins', 'listLoginsOfAccount', 'retrieveLogin'],
      ...['listViews', 'retrieveView', 'retrieveAccess'],
      ...['listTeams', 'retrieveTeam'],
    ],
  ],
  [
    all(ACCOUNT),
    [
      ...['updateAccount', 'deleteAccount', 'createLogin', 'updateLogin', 'deleteLogin'],
      ...['listInvitations', 'createInvitation', 'createInvitationLink', 'deleteInvitation'],
      ...['createCustomField', 'updateCustomField', 'deleteCustomField'],
      ...['createView', 'updateView', 'deleteView'],
      ...['listWebhooksOfAccount', 'listApplicationsOfAccount', 'listTokensOfAccount'],
      ...['shutTokenOut', 'shutApplicationOut', 'updateAccess'],
      ...['createTeam', 'updateTeam', 'deleteTeam'],
    ],
  ],
  // These count or name what stands in records of every kind.
  [everyRead, ['listTags', 'listUndeclaredKeys', 'listChanges', 'retrieveChange', 'listChangeEvents']],
  [everyRead, ['listKeptOwners', 'listJobs', 'retrieveJob', 'readActivityReport', 'exportActivityReport']],
  [
    all(ACCOUNT, everyRead.all),
    ['previewCustomField', 'downloadFailingValuesOfCustomField', 'previewAccess'],
  ],
  [all(ACCOUNT, everyWrite.all), ['convertCustomField', 'updateTag', 'mergeTags']],
  // It asks for the write scope of each kind that the change touched.
  [anyToken, ['undoChange']],
  [everyWrite, ['cancelJob', 'handOver', 'assignKeptOwner', 'declineKeptOwner']],
  // An import makes records of several kinds, and may declare fields.
  [
    all(ACCOUNT, everyWrite.all),
    [
      ...['listImports', 'createImport', 'retrieveImport', 'updateImport', 'deleteImport'],
      ...['startImport', 'stopImport', 'listRowsOfImport', 'downloadRefusedRowsOfImport'],
    ],
  ],
  [all(readScopeOf('deal')), ['retrieveBoard', 'listPastDeals', ...reportsOf('Pipeline', 'Changes')]],
  [all(readScopeOf('deal')), reportsOf('Stages', 'WonAndLost', 'Forecast')],
  [all(readScopeOf('client')), reportsOf('NewClients')],
  [
    all(WEBHOOKS),
    [
      ...['listWebhookSubscriptions', 'createWebhookSubscription', 'retrieveWebhookSubscription'],
      ...['updateWebhookSubscription', 'deleteWebhookSubscription', 'testWebhookSubscription'],
      ...['listWebhookDeliveries', 'listDeliveriesOfWebhookSubscription', 'retrieveWebhookDelivery'],
      ...['resendWebhookDelivery', 'recoverWebhookSubscription', 'listRecoveriesOfWebhookSubscription'],
      ...['retrieveWebhookRecovery', 'cancelWebhookRecovery', 'retrieveWebhookHealth'],
      ...['createWebhookRelay', 'listDeliveriesOfWebhookRelay', 'reportAttemptOfWebhookDelivery'],
    ],
  ],
  [all(FILES_READ), ['listFiles', 'retrieveFile', 'downloadContentOfFile', 'retrieveThumbnailOfFile']],
  [
    all(FILES_READ, FILES_WRITE),
    [
      ...['createFile', 'updateFile', 'deleteFile', 'restoreFile', 'setThumbnailOfFile'],
      ...['createFileUpload', 'retrieveFileUpload', 'continueFileUpload', 'deleteFileUpload'],
    ],
  ],
  [
    all(MAILS_READ),
    [
      'listMailboxes',
      'retrieveMailbox',
      'listMails',
      'listMailThreads',
      'listMailBounces',
      'retrieveMail',
      'retrieveHtmlOfMail',
      'listDealsOfMailThread',
      'downloadAttachmentOfMail',
    ],
  ],
  [all(MAILS_READ), ['listMailExclusions', 'retrieveMailExclusion']],
  [all(MAILS_READ, MAILS_SEND), ['updateMail', 'deleteMail', 'syncMailbox']],
  [all(MAILS_READ), ['listMailTemplates', 'retrieveMailTemplate', 'fillMailTemplate']],
  [all(MAILS_READ, MAILS_SEND), ['createMailTemplate', 'updateMailTemplate', 'deleteMailTemplate']],
  [all(MAILS_READ), ['listOutgoingMails', 'retrieveOutgoingMail']],
  [
    all(MAILS_READ, MAILS_SEND),
    ['sendMail', 'cancelOutgoingMail', 'resolveOutgoingMail', 'deleteOutgoingMail'],
  ],
  [all(MAILS_READ), ['listHeldMails', 'retrieveHeldMail']],
  [all(MAILS_READ, MAILS_SEND), ['keepHeldMail', 'deleteHeldMail']],
  [all(MAILS_READ, MAILS_SEND), ['createMailFromFile', 'linkMailThreadToDeal', 'unlinkMailThreadFromDeal']],
  [all(PROPOSE), ['listProposals', 'createProposal', 'retrieveProposal']],
  // The file of an Account has all that is in it.
  [NEEDS_EVERYTHING, ['createExport', 'listExports', 'retrieveExport', 'deleteExport']],
  [NEEDS_EVERYTHING, ['downloadFileOfExport']],
  // These have the password of a mailbox, or decide for all whose mail is kept.
  [NEEDS_EVERYTHING, ['createMailbox', 'updateMailbox', 'deleteMailbox', 'checkMailbox']],
  [NEEDS_EVERYTHING, ['authorizeMailbox', 'authorizeMailboxAgain', 'endMailboxSignIn']],
  [NEEDS_EVERYTHING, ['createMailExclusion', 'deleteMailExclusion']],
  // These have a secret address, by which mail comes in.
  [NEEDS_EVERYTHING, ['listMailDropBoxes', 'retrieveMailDropBox', 'createMailDropBox', 'deleteMailDropBox']],
  // What is the User's own, whatever the Account.
  [
    ofUser,
    [
      ...['updateMe', 'createAccount', 'listDeletedAccounts', 'restoreAccount'],
      ...['listBrowserSessions', 'deleteOtherBrowserSessions', 'deleteCurrentBrowserSession'],
      ...['deleteBrowserSession', 'createPersonalAccessToken', 'rotatePersonalAccessToken'],
      ...['listPendingLogins', 'retrievePendingLogin', 'declinePendingLogin', 'acceptPendingLogin'],
      ...['listCalendarFeeds', 'createCalendarFeed', 'retrieveCalendarFeed', 'updateCalendarFeed'],
      ...['revokeCalendarFeed', 'getNotificationSettings', 'updateNotificationSettings'],
      ...['listNotifications', 'countUnreadNotifications', 'retrieveNotification', 'readNotification'],
      ...[
        'readAllNotifications',
        'acceptProposal',
        'declineProposal',
        'listAuditEntries',
        'listApiRequests',
        'listGrants',
        'deleteGrant',
      ],
    ],
  ],
];

const NEEDED: ReadonlyMap<string, Needed> = new Map([
  ...OPERATIONS.flatMap(([needed, ids]) => ids.map((id): [string, Needed] => [id, needed])),
  ...KINDS.flatMap(ofKind),
]);

function reportsOf(...names: string[]): string[] {
  return names.flatMap((name) => [`read${name}Report`, `export${name}Report`]);
}

/** The operations that every kind of record has, or may have. */
function ofKind(kind: RecordDefinition): [string, Needed][] {
  const { name, title, plural, fields, match_by } = kind;
  const many = plural[0]!.toUpperCase() + plural.slice(1);
  const read = readScopeOf(name);
  const write = writeScopeOf(kind);
  // A file names the records that its own ones name, and who looks for duplicates sees other kinds.
  const named = Object.values(fields as Record<string, RecordField>).flatMap(({ to, resources }) =>
    [to ?? [], resources ?? []].flat(),
  );
  const compared = match_by ? KINDS.filter((one) => one.match_by).map((one) => one.name) : [];
  const reads = (names: readonly string[]) => [...new Set([read, ...names.map(readScopeOf)])];
  return [
    [`list${many}`, all(read)],
    [`retrieve${title}`, all(read)],
    [`listDeleted${many}`, all(read)],
    [`list${title}Events`, all(read)],
    // It names the members of the Account.
    [`retrieve${title}Access`, all(read, ACCOUNT_READ)],
    [`export${title}s`, all(reads(named))],
    [`list${title}Duplicates`, all(reads(compared))],
    [`create${title}`, all(write)],
    [`update${title}`, all(write)],
    [`delete${title}`, all(write)],
    [`restore${title}`, all(write)],
    [`batch${title}s`, all(write)],
    [`changeMany${title}s`, all(write)],
    [`findSimilar${title}s`, all(reads(compared), write)],
    [`distinguish${title}s`, all(reads(compared), write)],
    // Records of other kinds name the one that is gone, and are written, too.
    [`merge${title}s`, everyWrite],
    // Rows name records of other kinds, which are looked up and made.
    [`import${title}s`, write === ACCOUNT ? all(ACCOUNT, everyWrite.all) : everyWrite],
  ];
}

/** What an operation needs; undefined for one of which nothing is stated. */
export function neededFor(operationId: string): Needed | undefined {
  return NEEDED.get(operationId);
}

/** Has all routes of `app` ask for their scope, and say it in the description of the API. */
export function stateScopes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { schema } = route;
    if (schema?.operationId === undefined) return;
    const needed = neededFor(schema.operationId);
    if (!needed) throw new Error(`operation-scopes.ts states no scope for ${schema.operationId}.`);
    route.config = { ...route.config, needed };
    const { description } = schema;
    const said = sentenceOf(needed);
    // Fastify adds a route for HEAD with the same schema.
    if (!description?.endsWith(said)) schema.description = [description, said].filter(Boolean).join(' ');
    schema.security = securityOf(needed);
  });
}

/** As OpenAPI has it: any one of the lists is enough, and each scope of a list is needed. */
function securityOf({ all, any = [] }: Needed): FastifySchema['security'] {
  const narrow = any.length > 0 ? any.map((one) => [...all, one]) : [all];
  const ways = [[EVERYTHING], ...narrow.filter((scopes) => !scopes.includes(EVERYTHING))];
  return [{ bearer: [] }, ...ways.map((oauth2): Record<string, readonly string[]> => ({ oauth2 }))];
}

function sentenceOf({ all, any, of_user }: Needed): string {
  if (any === NARROW_SCOPES) return 'Any scope of the API.';
  const words = any
    ? `one of ${any.join(', ')}; the answer has what they give`
    : (Object.entries(WORDS).find(([, scopes]) => isSame(scopes, all))?.[0] ?? all.join(' '));
  return `Scope: ${words}${of_user ? ', in all Accounts' : ''}.`;
}

/** The words of the API, by what of them an operation on all kinds of record needs. */
const WORDS = { read: READS_OF_RECORDS, write: WRITES_OF_RECORDS };

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((scope) => other.includes(scope));
}
