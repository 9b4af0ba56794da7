import type { MailsCore } from '../mails/actions.ts';

/** What the operator says of mail that comes by secret addresses. */
export type MailDrop = {
  /** What stands behind the @, in lower case. */
  domain: string;
  /** Signs the mails that a mail server hands over; null: none does. */
  key: string | null;
  /** The name by which a trusted server says what SPF and DKIM showed; null: nothing is proven. */
  authserv_id: string | null;
};

export type MailDropCore = MailsCore & {
  /** Null: the operator has no domain for it. */
  mail_drop: MailDrop | null;
};
