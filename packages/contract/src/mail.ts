import type { Static } from 'typebox';
import {
  AccountToWrite,
  Closed,
  EMAIL_MAX_LENGTH,
  EMAIL_PATTERN,
  LINES_PATTERN,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  Uuid,
} from './fields.ts';
import { Type } from './json-schema.ts';

/** How much of a mail others than its holder may read, the least first. */
export const MAIL_LEVELS = ['hidden', 'trace', 'subject', 'full'] as const;
export type MailLevel = (typeof MAIL_LEVELS)[number];

/** How a connection to a mail server is kept from listeners. */
export const MAIL_SECURITIES = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITIES)[number];

/** `connecting`: nothing has been read yet. `live`: it is read again and again. */
export const MAILBOX_STATES = ['connecting', 'live', 'failed'] as const;

/** Why a mail server could not be used. */
export const MAIL_PROBLEMS = [
  'refused',
  'unreachable',
  'certificate',
  'not_encrypted',
  'not_allowed',
] as const;

/** How far back a new mailbox is read. */
export const MAILBOX_PAST_DAYS = 90;
export const MAILBOX_PAST_DAYS_MAX = 3650;

/** The most mailboxes of a User in an Account, and the most rules of who is left out. */
export const MAILBOXES_MAX = 10;
export const MAIL_EXCLUSIONS_MAX = 500;

const address = Type.String({
  maxLength: EMAIL_MAX_LENGTH,
  pattern: EMAIL_PATTERN,
  description: 'The address of the mailbox.',
  examples: ['ada@example.com'],
});

const host = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: '^[A-Za-z0-9.:_-]+$',
  description: 'The name of the mail server, or its address.',
  examples: ['imap.example.com'],
});
const port = Type.Integer({ minimum: 1, maximum: 65_535, description: 'Its port.', examples: [993] });
const security = OneOf(
  [...MAIL_SECURITIES],
  'tls: from the first byte (ports 993, 465). starttls: after a word in the clear (143, 587). none: only where the operator allows the server.',
);
const username = Text(254, 'The name to sign in with.', { min: 1, examples: ['ada@example.com'] });
const password = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'The password, or an app password of the provider. It is kept encrypted, and never answered.',
  examples: ['app-password-of-16-letters'],
});

const MailServer = Closed({ host, port, security });
export type MailServer = Static<typeof MailServer>;

const imap = Type.Unsafe<MailServer>({ ...MailServer, description: 'Where mail is read (IMAP).' });
const smtp = Type.Unsafe<MailServer>({
  ...MailServer,
  description: 'Where mail is sent (SMTP).',
});

const smtp_username = Nullable(
  Text(254, 'The name to sign in with where mail is sent. Null: name and password of the mailbox.', {
    min: 1,
    examples: ['relay-ada'],
  }),
);
const smtp_password = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'The password that goes with smtp_username. It is kept encrypted, and never answered.',
  examples: ['relay-password'],
});

const default_visibility = OneOf(
  [...MAIL_LEVELS],
  'What others of the Account see of a mail that comes: nothing (hidden); who, when and the direction (trace); also the subject; all of it (full).',
);

/** The most characters below a mail. */
export const SIGNATURE_MAX = 2_000;

const signature = Text(
  SIGNATURE_MAX,
  'What the pages put below a mail from it, in Markdown. It can be changed before the mail is sent. Empty: nothing.',
  { pattern: LINES_PATTERN, examples: ['Ada Lovelace\nLovelace Engines'] },
);

export const Mailbox = Type.Object(
  {
    uuid: Uuid('Identifier of the mailbox.'),
    account_uuid: Uuid('The Account into which its mail comes.', 'account'),
    user_uuid: Uuid('The User whose mailbox it is.', 'user'),
    address,
    username,
    imap,
    smtp: Nullable(smtp),
    smtp_username,
    default_visibility,
    signature,
    since: Type.String({
      format: 'date',
      description: 'Mail is read from this day on.',
      examples: ['2026-08-22'],
    }),
    state: OneOf(
      [...MAILBOX_STATES],
      'connecting: not read yet. live: it is read every few minutes. failed: the server refuses; change what is wrong, and it goes on.',
    ),
    problem: Nullable(
      Type.Object(
        {
          code: OneOf(
            [...MAIL_PROBLEMS],
            'refused: the name or password. unreachable: away, or too slow; it is tried again. certificate: not trusted. not_encrypted, not_allowed: Rapport does not connect so.',
          ),
          detail: Type.String({
            description: 'The words of the server.',
            examples: ['Authentication failed.'],
          }),
        },
        { description: 'Why it could not be read the last time. Null: all is well.' },
      ),
    ),
    looked_at_count: Type.Integer({ description: 'The mails looked at so far.', examples: [1204] }),
    kept_count: Type.Integer({ description: 'Those kept: they are of people you know.', examples: [86] }),
    left_count: Nullable(
      Type.Integer({ description: 'The mails still to be looked at. Null: not known yet.', examples: [0] }),
    ),
    last_mail_at: Nullable(Timestamp('When the newest kept mail was sent.')),
    last_looked_at: Nullable(Timestamp('When it was last read.')),
    version: Type.Integer({ description: 'Counts the changes; the value of the ETag.', examples: [1] }),
    created_at: Timestamp('When it was connected.'),
    updated_at: Timestamp('When its settings last changed.'),
  },
  {
    $id: 'Mailbox',
    title: 'Mailbox',
    description:
      'A mailbox of a User, read for an Account. Only mail of people that the Account knows is kept.',
  },
);
export type Mailbox = Static<typeof Mailbox>;

const connection = {
  address,
  username: Type.Optional(username),
  password,
  imap,
  smtp: Type.Optional(Nullable(smtp)),
  smtp_username: Type.Optional(smtp_username),
  smtp_password: Type.Optional(smtp_password),
};

export const MailboxCreate = Closed({
  account_uuid: AccountToWrite,
  ...connection,
  default_visibility: Type.Optional(default_visibility),
  signature: Type.Optional(signature),
  past_days: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAILBOX_PAST_DAYS_MAX,
      description: `How many days back it is read. Default: ${MAILBOX_PAST_DAYS}.`,
      examples: [MAILBOX_PAST_DAYS],
    }),
  ),
});
export type MailboxCreate = Static<typeof MailboxCreate>;

export const MailboxCheck = Closed(connection);
export type MailboxCheck = Static<typeof MailboxCheck>;

export const MailboxUpdate = Closed(
  {
    username: Type.Optional(username),
    password: Type.Optional(password),
    imap: Type.Optional(imap),
    smtp: Type.Optional(Nullable(smtp)),
    smtp_username: Type.Optional(smtp_username),
    smtp_password: Type.Optional(smtp_password),
    default_visibility: Type.Optional(default_visibility),
    signature: Type.Optional(signature),
  },
  { minProperties: 1 },
);
export type MailboxUpdate = Static<typeof MailboxUpdate>;

export const MailboxChecked = Type.Object(
  {
    messages: Type.Integer({ description: 'How many mails the inbox has.', examples: [3120] }),
    sent_folder: Nullable(
      Type.String({ description: 'The folder of sent mail. Null: none was found.', examples: ['Sent'] }),
    ),
    sends: Type.Boolean({ description: 'Whether the server for sending let you in, too.' }),
  },
  { $id: 'MailboxChecked', title: 'MailboxChecked', description: 'What a mail server said.' },
);
export type MailboxChecked = Static<typeof MailboxChecked>;

export const EXCLUSION_SORTS = ['excluded', 'protected', 'own'] as const;

const pattern = Type.String({
  minLength: 3,
  maxLength: EMAIL_MAX_LENGTH,
  pattern: '^[^@\\s]*@?[^@\\s]+\\.[^@\\s]+$',
  description: 'An address, or a domain with all addresses in it.',
  examples: ['bank.example'],
});

const sort = OneOf(
  [...EXCLUSION_SORTS],
  'excluded: such people do not make a mail be kept. protected: a mail with such a person is never kept; only for the whole Account. own: a domain or address of the Account itself; only for the whole Account.',
);

export const MailExclusion = Type.Object(
  {
    uuid: Uuid('Identifier of the rule.'),
    account_uuid: Uuid('The Account it is of.', 'account'),
    user_uuid: Nullable(Uuid('Whose mailboxes it is for. Null: all of the Account.', 'user')),
    sort,
    pattern,
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was made.'),
  },
  { $id: 'MailExclusion', title: 'MailExclusion', description: 'Whose mail is not kept.' },
);
export type MailExclusion = Static<typeof MailExclusion>;

export const MailExclusionCreate = Closed({
  account_uuid: AccountToWrite,
  sort: Type.Optional(sort),
  pattern,
  for_all: Type.Optional(
    Type.Boolean({ description: 'For the whole Account; needs the role admin. Default: for you alone.' }),
  ),
});
export type MailExclusionCreate = Static<typeof MailExclusionCreate>;

const MailRecord = Type.Object({
  resource: OneOf(['client', 'contact'], 'The kind of record.'),
  uuid: Uuid('The record.', 'contact'),
});

const bounce_code = Type.String({
  description: 'The enhanced status code of the server (RFC 3463). 5.1.1: there is no such mailbox.',
  examples: ['5.1.1'],
});
const bounced_at = Timestamp('When the report came that it was not delivered.');

const MailPerson = Type.Object({
  role: OneOf(['from', 'to', 'cc'], 'Where it stands.'),
  address: Type.String({ description: 'The address.', examples: ['grace@navy.example'] }),
  name: Type.String({ description: 'The name beside it, as it was written.', examples: ['Grace Hopper'] }),
  is_own: Type.Boolean({ description: 'Whether it is an address of the Account itself.' }),
  record: Nullable(
    Type.Unsafe<Static<typeof MailRecord>>({
      ...MailRecord,
      description: 'The Contact, or else the Client, that you see with this address.',
    }),
  ),
  bounce: Nullable(
    Type.Object(
      {
        code: bounce_code,
        bounced_at,
        detail: Nullable(
          Type.String({
            description: 'The words of the server. Null below full.',
            examples: ['550 5.1.1 No such user'],
          }),
        ),
      },
      { description: 'Why the mail did not reach them, for good. Null: nobody reported that.' },
    ),
  ),
});
export type MailPerson = Static<typeof MailPerson>;

const visibility = OneOf([...MAIL_LEVELS], 'What others of the Account see of it.');

const MAIL_FIELDS = {
  uuid: Uuid('Identifier of the mail.', 'mail'),
  account_uuid: Uuid('The Account it is in.', 'account'),
  mailbox_uuid: Nullable(Uuid('The mailbox it came by, if that is yours. Null otherwise.')),
  user_uuid: Nullable(Uuid('Whose mail it is. Null: they are gone.', 'user')),
  thread_uuid: Uuid('The same for all mails of a conversation.'),
  direction: OneOf(['in', 'out'], 'in: to the Account. out: from it.'),
  visibility,
  level: OneOf(
    ['trace', 'subject', 'full'],
    'What you may read of it. Whoever has a copy reads all of it; nobody gets more by their role.',
  ),
  sent_at: Timestamp('When it was sent.'),
  people: Type.Array(MailPerson, {
    description: 'Who wrote it, and to whom. Those whom you do not see are left out below full.',
  }),
  records: Type.Array(MailRecord, {
    description: 'The Contacts and Clients that you see of whom it has an address.',
  }),
  subject: Nullable(Type.String({ description: 'Null below the level subject.', examples: ['Your offer'] })),
  excerpt: Nullable(
    Type.String({
      description: 'The beginning of its text. Null below full.',
      examples: ['Dear Ada, thank you'],
    }),
  ),
  attachment_count: Nullable(Type.Integer({ description: 'Null below full.', examples: [1] })),
  version: Type.Integer({ description: 'Counts the changes; the value of the ETag.', examples: [1] }),
  created_at: Timestamp('When it came here.'),
  updated_at: Timestamp('When its level last changed.'),
};

export const Mail = Type.Object(MAIL_FIELDS, {
  $id: 'Mail',
  title: 'Mail',
  description: 'A mail from or to people that the Account knows, as far as you may read it.',
});
export type Mail = Static<typeof Mail>;

/** What an event tells of a mail: that it is there, with whom, when. Nothing that anybody wrote. */
export const MailTrace = Type.Object(
  {
    uuid: Uuid('The mail.', 'mail'),
    account_uuid: MAIL_FIELDS.account_uuid,
    user_uuid: MAIL_FIELDS.user_uuid,
    thread_uuid: MAIL_FIELDS.thread_uuid,
    direction: MAIL_FIELDS.direction,
    sent_at: MAIL_FIELDS.sent_at,
    record: Type.Unsafe<Static<typeof MailRecord>>({
      ...MailRecord,
      description: 'The Contact or Client with whom it is. A mail with several has an event for each.',
    }),
    bounce: Nullable(
      Type.Object(
        { code: bounce_code, bounced_at },
        { description: 'Why it did not reach them, for good. Null in mail.logged.' },
      ),
    ),
    created_at: MAIL_FIELDS.created_at,
  },
  {
    $id: 'MailTrace',
    title: 'MailTrace',
    description: 'That there is a mail with somebody. GET /api/v2/mails/{uuid} has what you may read of it.',
  },
);
export type MailTrace = Static<typeof MailTrace>;

export const MailBounce = Type.Object(
  {
    address: Type.String({ description: 'The address.', examples: ['grace@navy.example'] }),
    code: bounce_code,
    bounced_at,
    mail_uuid: Uuid('The newest mail that did not reach it.', 'mail'),
  },
  {
    $id: 'MailBounce',
    title: 'MailBounce',
    description: 'An address at which mail does not arrive, until somebody writes from it.',
  },
);
export type MailBounce = Static<typeof MailBounce>;

/** The most addresses that are asked for at once. */
export const BOUNCES_ASKED_MAX = 100;

export const MailThread = Type.Object(
  {
    uuid: Uuid('Identifier of the conversation: the thread_uuid of its mails.'),
    account_uuid: Uuid('The Account it is in.', 'account'),
    mail_count: Type.Integer({ description: 'Its mails that you may know of.', examples: [3] }),
    last_mail: Type.Unsafe<Mail>({
      ...Mail,
      $id: undefined,
      description: 'The newest mail of the record in it, as far as you may read it.',
    }),
  },
  {
    $id: 'MailThread',
    title: 'MailThread',
    description: 'A conversation by mail, as far as you may read its mails.',
  },
);
export type MailThread = Static<typeof MailThread>;

export const MailThreadDeal = Type.Object(
  {
    uuid: Uuid('The Deal.', 'deal'),
    title: Type.String({ description: 'Its title.', examples: ['New engines'] }),
    is_linked: Type.Boolean({ description: 'Whether the conversation is of it. Otherwise it may be meant.' }),
    user_uuid: Nullable(Uuid('Who linked it. Null: the rule, or nobody.', 'user')),
  },
  {
    $id: 'MailThreadDeal',
    title: 'MailThreadDeal',
    description: 'A Deal that a conversation is of, or that may be meant.',
  },
);
export type MailThreadDeal = Static<typeof MailThreadDeal>;

const MailAttachment = Type.Object({
  number: Type.Integer({ description: 'Its place, from 1.', examples: [1] }),
  name: Type.String({ description: 'Its name.', examples: ['offer.pdf'] }),
  type: Type.String({
    description: 'What its bytes are, whatever its name says.',
    examples: ['application/pdf'],
  }),
  size_bytes: Type.Integer({ description: 'Its length.', examples: [48_213] }),
});
export type MailAttachment = Static<typeof MailAttachment>;

export const WholeMail = Type.Object(
  {
    ...MAIL_FIELDS,
    text: Nullable(Type.String({ description: 'Null below full.', examples: ['Dear Ada, thank you.'] })),
    has_html: Type.Boolean({ description: 'Whether GET /mails/{uuid}/html shows it as it was designed.' }),
    unreadable: Nullable(
      OneOf(
        ['too_large', 'too_many_parts', 'broken'],
        'Why nothing of its text was kept, though it is in the mailbox. Null: it was read.',
      ),
    ),
    attachments: Nullable(Type.Array(MailAttachment, { description: 'Null below full.' })),
  },
  { $id: 'WholeMail', title: 'WholeMail', description: 'A mail with its text.' },
);
export type WholeMail = Static<typeof WholeMail>;

export const MailUpdate = Closed({
  visibility,
  whole_thread: Type.Optional(
    Type.Boolean({ description: 'Also all other mails of yours in its conversation. Default: false.' }),
  ),
});
export type MailUpdate = Static<typeof MailUpdate>;
