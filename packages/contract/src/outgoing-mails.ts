import type { Static } from 'typebox';
import {
  Closed,
  EMAIL_MAX_LENGTH,
  EMAIL_PATTERN,
  LINE_PATTERN,
  LINES_PATTERN,
  Name,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  Uuid,
} from './fields.ts';
import { Type } from './json-schema.ts';

/** The most people that a mail goes to: it is a letter, not a mailing. */
export const RECEIVERS_MAX = 20;
export const MAIL_SUBJECT_MAX = 300;
export const MAIL_TEXT_MAX = 100_000;

/** The most bytes of its files: servers take 25 MB, and in a mail they are a third longer. */
export const MAIL_FILES_MAX_BYTES = 18 * 1024 * 1024;
export const MAIL_FILES_MAX = 20;

/** How long a mail waits before it is sent, so that its sender can take it back. */
export const TAKE_BACK_S = 10;

/** Where a mail stands that is sent from here. */
export const OUTGOING_STATES = ['waiting', 'sending', 'sent', 'uncertain', 'failed', 'cancelled'] as const;
export type OutgoingState = (typeof OUTGOING_STATES)[number];

/** Why a mail is not sent, or why nobody knows. */
export const OUTGOING_PROBLEMS = [
  'refused_by_server',
  'receiver_refused',
  'sign_in_refused',
  'unreachable',
  'not_allowed',
  'interrupted',
  'late',
  'disconnected',
  'file_gone',
] as const;
export type OutgoingProblemCode = (typeof OUTGOING_PROBLEMS)[number];

/** The kinds of record from which mails are written. */
export const WRITTEN_FROM = ['client', 'contact', 'deal'] as const;

const address = Type.String({
  maxLength: EMAIL_MAX_LENGTH,
  pattern: EMAIL_PATTERN,
  description: 'The address.',
  examples: ['grace@navy.example'],
});
const name = (words: string) => Text(200, words, { pattern: LINE_PATTERN, examples: ['Grace Hopper'] });

const Receiver = Closed({
  address,
  name: Type.Optional(name('The name beside it. Default: none.')),
});
const Person = Type.Object({ address, name: name('The name beside it; empty: none.') });
export type OutgoingPerson = Static<typeof Person>;

const Record = Closed({
  resource: OneOf([...WRITTEN_FROM], 'The kind of record.'),
  uuid: Uuid('The record.', 'contact'),
});

const ATTACHMENT = {
  mail_uuid: Uuid('The mail that has it.'),
  number: Type.Integer({ minimum: 1, description: 'Its place in that mail, from 1.', examples: [1] }),
};

const subject = Name(MAIL_SUBJECT_MAX, 'Its subject', 'Our offer');
const text = Text(
  MAIL_TEXT_MAX,
  'Its text in Markdown. It is sent as it is, and beside it as simple HTML. HTML in it is text.',
  { min: 1, pattern: LINES_PATTERN, examples: ['Dear Grace,\n\nhere is **our offer**.'] },
);

export const OutgoingMail = Type.Object(
  {
    uuid: Uuid('Identifier of the mail while it is sent.'),
    account_uuid: Uuid('The Account it is written in.', 'account'),
    user_uuid: Uuid('The User who wrote it.', 'user'),
    mailbox_uuid: Nullable(Uuid('The mailbox from which it goes. Null: it was disconnected.')),
    from: Person,
    to: Type.Array(Person, { description: 'To whom it goes.' }),
    cc: Type.Array(Person, { description: 'Who gets a copy.' }),
    subject,
    text,
    in_reply_to_uuid: Nullable(Uuid('The mail that it answers. Null: none.')),
    files: Type.Array(
      Type.Object({
        uuid: Uuid('The file.', 'file'),
        name: Type.String({ description: 'Its name.', examples: ['offer.pdf'] }),
        size_bytes: Type.Integer({ description: 'Its length.', examples: [48_213] }),
      }),
      { description: 'The files that go with it.' },
    ),
    attachments: Type.Array(
      Type.Object({
        ...ATTACHMENT,
        name: Type.String({ description: 'Its name.', examples: ['offer.pdf'] }),
        size_bytes: Type.Integer({ description: 'Its length.', examples: [48_213] }),
      }),
      { description: 'The attachments of other mails that go with it.' },
    ),
    record: Nullable(Record),
    state: OneOf(
      [...OUTGOING_STATES],
      'waiting: it is sent at send_at. sending: now. sent. uncertain: the server was given it and did not answer; it is looked for in the folder of sent mail, and is not sent again unless you say so. failed: it was not sent. cancelled: you took it back.',
    ),
    problem: Nullable(
      Type.Object(
        {
          code: OneOf(
            [...OUTGOING_PROBLEMS],
            'refused_by_server, receiver_refused, sign_in_refused: the server says no. unreachable: away, or it asks to wait; it is tried again while the state is waiting. not_allowed: Rapport does not connect so. interrupted: no answer came. late: it waited too long to be sent by itself. disconnected: its mailbox is gone. file_gone: a file that goes with it was deleted.',
          ),
          detail: Type.String({
            description: 'The words of the server, or what happened.',
            examples: ['550 5.1.1 No such user'],
          }),
        },
        { description: 'What went wrong. Null: nothing.' },
      ),
    ),
    send_at: Timestamp('When it is sent, or tried again. Until then it can be taken back.'),
    mail_uuid: Nullable(Uuid('The mail it became. Null: it is not sent, or nobody in it is known any more.')),
    created_at: Timestamp('When it was written.'),
    updated_at: Timestamp('When its state last changed.'),
  },
  {
    $id: 'OutgoingMail',
    title: 'OutgoingMail',
    description: 'A mail of yours on its way out. It is sent at most once, unless you say otherwise.',
  },
);
export type OutgoingMail = Static<typeof OutgoingMail>;

export const MailCreate = Closed({
  mailbox_uuid: Uuid('A mailbox of your own, from which it goes. It needs a server for sending.'),
  to: Type.Array(Receiver, {
    minItems: 1,
    maxItems: RECEIVERS_MAX,
    description: `To whom it goes. With cc at most ${RECEIVERS_MAX}; one of them must be a Client or Contact that you see.`,
  }),
  cc: Type.Optional(
    Type.Array(Receiver, { maxItems: RECEIVERS_MAX, description: 'Who gets a copy. Default: nobody.' }),
  ),
  subject,
  text,
  in_reply_to_uuid: Type.Optional(
    Nullable(Uuid('The mail that it answers, of which you read all. It then stands in its conversation.')),
  ),
  file_uuids: Type.Optional(
    Type.Array(Uuid('A file of a record that you read.', 'file'), {
      maxItems: MAIL_FILES_MAX,
      uniqueItems: true,
      description: 'Files that go with it, of 18 MiB in all at the most. Default: none.',
    }),
  ),
  attachments: Type.Optional(
    Type.Array(Closed(ATTACHMENT), {
      maxItems: MAIL_FILES_MAX,
      uniqueItems: true,
      description:
        'Attachments of mails of which you read all, for one that is passed on. They count with its files. Default: none.',
    }),
  ),
  record: Type.Optional(Nullable(Record)),
});
export type MailCreate = Static<typeof MailCreate>;

export const OutgoingMailResolve = Closed({
  as: OneOf(
    ['sent', 'resend'],
    'sent: it arrived, and stands with its record from now on. resend: it is sent once more, and may arrive twice if the first one did.',
  ),
});
export type OutgoingMailResolve = Static<typeof OutgoingMailResolve>;
