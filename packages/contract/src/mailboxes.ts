import type { Static } from 'typebox';
import {
  AccountToWrite,
  Closed,
  EMAIL_MAX_LENGTH,
  EMAIL_PATTERN,
  HOST_PATTERN,
  LINE_PATTERN,
  LINES_PATTERN,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  Uuid,
} from './fields.ts';
import { Type } from './json-schema.ts';
import { MAIL_LEVELS } from './mail.ts';

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

/** The most mailboxes of a User in an Account. */
export const MAILBOXES_MAX = 10;

const address = Type.String({
  maxLength: EMAIL_MAX_LENGTH,
  pattern: EMAIL_PATTERN,
  description: 'The address of the mailbox.',
  examples: ['ada@example.com'],
});

const host = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: HOST_PATTERN,
  description: 'The name of the mail server, or its address.',
  examples: ['imap.example.com'],
});
const port = Type.Integer({ minimum: 1, maximum: 65_535, description: 'Its port.', examples: [993] });
const security = OneOf(
  [...MAIL_SECURITIES],
  'tls: from the first byte (ports 993, 465). starttls: after a word in the clear (143, 587). none: only where the operator allows the server.',
);
const username = Text(254, 'The name to sign in with.', {
  min: 1,
  pattern: LINE_PATTERN,
  examples: ['ada@example.com'],
});
const password = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'The password, or an app password of the provider. It is kept encrypted, and never answered.',
  examples: ['app-password-of-16-letters'],
});

const MailServer = Closed({ host, port, security });
export type MailServer = Static<typeof MailServer>;

/** Who lets people in by OAuth, where the operator has set it up. */
export const MAIL_PROVIDERS = ['google', 'microsoft', 'issuer'] as const;
export type MailProviderKey = (typeof MAIL_PROVIDERS)[number];

const provider = OneOf(
  [...MAIL_PROVIDERS],
  'Where its User signs in (OAuth 2.0). issuer: the one that the operator has named. Null: it has a password.',
);

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
    provider: Nullable(provider),
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

const past_days = Type.Integer({
  minimum: 0,
  maximum: MAILBOX_PAST_DAYS_MAX,
  description: `How many days back it is read. Default: ${MAILBOX_PAST_DAYS}.`,
  examples: [MAILBOX_PAST_DAYS],
});

export const MailboxCreate = Closed({
  account_uuid: AccountToWrite,
  ...connection,
  default_visibility: Type.Optional(default_visibility),
  signature: Type.Optional(signature),
  past_days: Type.Optional(past_days),
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

export const MailboxAuthorize = Closed({
  account_uuid: AccountToWrite,
  provider,
  address,
  default_visibility: Type.Optional(default_visibility),
  past_days: Type.Optional(past_days),
});
export type MailboxAuthorize = Static<typeof MailboxAuthorize>;

const ofAnswer = (max: number, description: string) =>
  Type.String({ minLength: 1, maxLength: max, pattern: '^[\\x20-\\x7e]+$', description, examples: ['a1b2'] });

/** At which address the browser came back, and what the provider has added to it. */
export const MailboxAuthorized = Closed({
  provider,
  state: ofAnswer(4_096, 'As it came back.'),
  code: ofAnswer(4_096, 'As it came back.'),
  iss: Type.Optional(ofAnswer(512, 'As it came back, if it did.')),
});
export type MailboxAuthorized = Static<typeof MailboxAuthorized>;

export const MailboxSignIn = Type.Object(
  {
    url: Type.String({
      description: 'Where the User signs in. Open it in their browser within ten minutes.',
      examples: ['https://accounts.google.com/o/oauth2/v2/auth?client_id=rapport'],
    }),
  },
  { $id: 'MailboxSignIn', title: 'MailboxSignIn', description: 'The screen of a provider of mail.' },
);
export type MailboxSignIn = Static<typeof MailboxSignIn>;

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
