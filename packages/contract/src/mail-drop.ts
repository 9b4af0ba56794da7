import type { Static } from 'typebox';
import { AccountToWrite, Closed, Nullable, OneOf, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

/** What became of a mail that came to an address. */
export const DROP_OUTCOMES = ['kept', 'held', 'full', 'nobody_known', 'automatic', 'unreadable'] as const;
export type DropOutcome = (typeof DROP_OUTCOMES)[number];

/** Why a mail is held back. */
export const HELD_REASONS = ['unclear_sender', 'other_sender', 'unproven'] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/** How long a mail is held back, and how many are for one address. */
export const HELD_DAYS = 7;
export const HELD_MAX = 50;

export const MailDropBox = Type.Object(
  {
    uuid: Uuid('Identifier of the drop box.'),
    account_uuid: Uuid('The Account into which its mail comes.', 'account'),
    user_uuid: Uuid('The User whose address it is.', 'user'),
    address: Type.String({
      description: 'The secret address. Put it in Bcc, or forward to it.',
      examples: ['drop-k3v7q2m5xw4c6b7n2p3r5t6y7d@drop.example.com'],
    }),
    last_outcome: Nullable(
      OneOf(
        [...DROP_OUTCOMES],
        `What became of the last mail. kept: it is with its people. held: it waits for you. full: ${HELD_MAX} wait already. nobody_known, automatic, unreadable: nothing of it was kept.`,
      ),
    ),
    last_mail_at: Nullable(Timestamp('When the last mail came.')),
    created_at: Timestamp('When it was first made.'),
    updated_at: Timestamp('When its address was made.'),
  },
  {
    $id: 'MailDropBox',
    title: 'MailDropBox',
    description:
      'A secret address of a User, by which mail comes in without a mailbox. Only mail of people that the Account knows is kept.',
  },
);
export type MailDropBox = Static<typeof MailDropBox>;

export const MailDropBoxCreate = Closed({ account_uuid: AccountToWrite });
export type MailDropBoxCreate = Static<typeof MailDropBoxCreate>;

export const HeldMail = Type.Object(
  {
    uuid: Uuid('Identifier of the mail while it is held back.'),
    account_uuid: Uuid('The Account into which it came.', 'account'),
    reason: OneOf(
      [...HELD_REASONS],
      'unclear_sender: it names none, or several. other_sender: the address is none of yours. unproven: neither SPF nor DKIM says that it comes from there.',
    ),
    from: Type.String({
      description: 'Who sent it, as it says. Anybody can write that.',
      examples: ['ada@example.com'],
    }),
    subject: Type.String({ description: 'Its subject.', examples: ['Your offer'] }),
    sent_at: Timestamp('When it was sent, as it says.'),
    size_bytes: Type.Integer({ description: 'Its length.', examples: [18_204] }),
    created_at: Timestamp(`When it came. It is deleted ${HELD_DAYS} days later.`),
    updated_at: Timestamp('The same: it never changes.'),
  },
  {
    $id: 'HeldMail',
    title: 'HeldMail',
    description: 'A mail to your drop box of which nothing proves that you sent it. Keep it, or discard it.',
  },
);
export type HeldMail = Static<typeof HeldMail>;
