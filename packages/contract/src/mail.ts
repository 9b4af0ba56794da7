import type { Static } from 'typebox';
import { Closed, Nullable, OneOf, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

/** How much of a mail others than its holder may read, the least first. */
export const MAIL_LEVELS = ['hidden', 'trace', 'subject', 'full'] as const;
export type MailLevel = (typeof MAIL_LEVELS)[number];

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
