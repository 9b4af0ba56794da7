import type { Static } from 'typebox';
import {
  AccountToWrite,
  ADDRESS_OR_DOMAIN_PATTERN,
  Closed,
  EMAIL_MAX_LENGTH,
  Nullable,
  OneOf,
  Timestamp,
  Uuid,
} from './fields.ts';
import { Type } from './json-schema.ts';

/** The most rules of who is left out. */
export const MAIL_EXCLUSIONS_MAX = 500;

export const EXCLUSION_SORTS = ['excluded', 'protected', 'own'] as const;

const pattern = Type.String({
  minLength: 3,
  maxLength: EMAIL_MAX_LENGTH,
  pattern: ADDRESS_OR_DOMAIN_PATTERN,
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
