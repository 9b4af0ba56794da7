import type { Static } from 'typebox';
import { Nullable, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';
import { Mail } from './mail.ts';

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
