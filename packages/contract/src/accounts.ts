import type { Static } from 'typebox';
import { WEEK_STARTS } from './days.ts';
import {
  Closed,
  EMAIL_MAX_LENGTH,
  GivenCurrency,
  GivenTimeZone,
  Name,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  TimeZone,
  Uuid,
} from './fields.ts';
import { Type } from './json-schema.ts';

export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const RoleField = OneOf(
  [...ROLES],
  'viewer reads; member also writes clients; admin also manages logins; owner also the Account itself.',
);

/** Says whether an address is known to be the User's. */
export const EmailVerified = Type.Boolean({
  description:
    "Whether the address is proven to be the User's: they followed a link mailed to it, or the operator vouches for it. False: it was only typed in, perhaps by somebody else.",
  examples: [true],
});

export const User = Type.Object(
  {
    uuid: Uuid('Identifier of the User.', 'user'),
    email: Type.String({ description: 'The address the User signs in with.', examples: ['ada@example.com'] }),
    email_verified: EmailVerified,
    name: Type.String({ description: 'Name shown to others.', examples: ['Ada Lovelace'] }),
    created_at: Timestamp('When the User was created.'),
    updated_at: Timestamp('When the User last changed.'),
  },
  { $id: 'User', title: 'User', description: 'A person who signs in.' },
);
export type User = Static<typeof User>;

const code = (pattern: string, description: string, example: string) =>
  Nullable(Type.String({ pattern, description, examples: [example] }));

const CURRENCY = 'Currency of amounts that name none (ISO 4217).';

const ZONE = 'Time zone (IANA) of the days of Users who have set none of their own. Null: UTC.';

/** What an Account says of its place: for amounts, phones, addresses and days that leave it out. */
const place = {
  currency: code('^[A-Z]{3}$', CURRENCY, 'GBP'),
  country: code('^[A-Z]{2}$', 'Country of phones and addresses that name none (ISO 3166-1).', 'GB'),
  time_zone: Nullable(TimeZone(ZONE)),
  week_starts_on: OneOf([...WEEK_STARTS], 'The first day of the week.'),
};

export const Account = Type.Object(
  {
    uuid: Uuid('Identifier of the Account.', 'account'),
    name: Type.String({ description: 'Name of the business.', examples: ['Lovelace Engines Ltd'] }),
    ...place,
    requires_second_factor: Type.Boolean({
      description: 'Whether members need a second factor to use it on the pages.',
    }),
    mcp_enabled: Type.Boolean({
      description: 'Whether assistants of members may reach it at /mcp, where the operator has that on.',
    }),
    version: Type.Integer({ description: 'Counts the changes; the value of the ETag.', examples: [1] }),
    created_at: Timestamp('When the Account was created.'),
    updated_at: Timestamp('When the Account last changed.'),
  },
  {
    $id: 'Account',
    title: 'Account',
    description: 'The tenant: a business whose data is kept apart. A customer of that business is a Client.',
  },
);
export type Account = Static<typeof Account>;

export const DeletedAccount = Type.Object(
  {
    ...Account.properties,
    deleted_at: Timestamp('When it was deleted.'),
    restorable_until: Timestamp('Until when an owner can restore it.'),
  },
  { $id: 'DeletedAccount', title: 'Deleted Account', description: 'An Account that can still be restored.' },
);
export type DeletedAccount = Static<typeof DeletedAccount>;

export const Login = Type.Object(
  {
    uuid: Uuid('Identifier of the Login.', 'login'),
    account_uuid: Uuid('The Account.', 'account'),
    user_uuid: Uuid('The User.', 'user'),
    role: RoleField,
    last_used_at: Type.Union([
      Timestamp('When the User last made a request, to within five minutes.'),
      Type.Null(),
    ]),
    created_at: Timestamp('When the Login was created.'),
    updated_at: Timestamp('When the Login last changed.'),
    user: Type.Unsafe<User>({ $ref: 'User#' }),
    account: Type.Unsafe<Account>({ $ref: 'Account#' }),
  },
  { $id: 'Login', title: 'Login', description: "One User's association with one Account, with a role." },
);
export type Login = Static<typeof Login>;

/**
 * The maximum of Logins of a User. Every request reads all of them.
 */
export const LOGINS_MAX = 1000;

/**
 * The maximum of Accounts that a User owns. No agency needs more, and a single owner cannot use up
 * the LOGINS_MAX of another User with them.
 */
export const OWNED_ACCOUNTS_MAX = 100;

/** The maximum length of the names of Accounts and Users, in characters. */
export const NAME_MAX_LENGTH = 200;

export const AccountName = Name(NAME_MAX_LENGTH, 'Name of the business', 'Lovelace Engines Ltd');

/** The name that Users give themselves. */
export const UserName = Name(NAME_MAX_LENGTH, 'Your name, as others see it', 'Ada Lovelace');

const givenPlace = {
  currency: Type.Optional(Nullable(GivenCurrency(CURRENCY))),
  country: Type.Optional(place.country),
  time_zone: Type.Optional(Nullable(GivenTimeZone(ZONE))),
  week_starts_on: Type.Optional(place.week_starts_on),
};

/** What an Account says of its place, as callers write it. */
export const AccountPlace = Closed(givenPlace);
export type AccountPlace = Static<typeof AccountPlace>;

export const AccountCreate = Closed({ name: AccountName, ...givenPlace });
export type AccountCreate = Static<typeof AccountCreate>;

export const AccountUpdate = Closed(
  {
    name: Type.Optional(AccountName),
    ...givenPlace,
    requires_second_factor: Type.Optional(
      Type.Boolean({
        description:
          'Whether members need a second factor to use it on the pages. Only for an owner who has one, and who has signed in within the last 15 minutes.',
      }),
    ),
    mcp_enabled: Type.Optional(
      Type.Boolean({
        description:
          'Whether assistants of members may reach it at /mcp. False ends that with the next request.',
      }),
    ),
  },
  { minProperties: 1 },
);
export type AccountUpdate = Static<typeof AccountUpdate>;

export const LoginCreate = Closed({
  email: Text(EMAIL_MAX_LENGTH, 'E-mail address of an existing User, who then accepts or declines.', {
    min: 3,
    examples: ['grace@example.com'],
  }),
  role: RoleField,
  address_confirmed: Type.Optional(
    Type.Boolean({
      description:
        'True: you asked the person whose address it is, and they have made this User. Needed while `email_verified` is false: anybody can have made it.',
    }),
  ),
});
export type LoginCreate = Static<typeof LoginCreate>;

export const LoginUpdate = Closed({ role: RoleField });
export type LoginUpdate = Static<typeof LoginUpdate>;
