import type { MailServer } from '@rapport/contract/mailboxes';
import type { MailsCore } from '../mails/actions.ts';

/** What the operator says of mail that comes by secret addresses. */
export type MailDrop = {
  /** What stands behind the @, in lower case. */
  domain: string;
  /** Signs the mails that a mail server hands over; null: none does. */
  key: string | null;
  /** The name by which a trusted server says what SPF and DKIM showed; null: nothing is proven. */
  authserv_id: string | null;
  /** The folder in which a mail server gathers mail for the domain; null: there is none. */
  imap: DropFolder | null;
};

export type DropFolder = MailServer & { username: string; password: string; path: string };

export type MailDropCore = MailsCore & {
  /** Null: the operator has no domain for it. */
  mail_drop: MailDrop | null;
};
