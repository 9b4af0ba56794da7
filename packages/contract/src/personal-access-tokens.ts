import type { Static } from 'typebox';
import { EmailVerified, UserName } from './accounts.ts';
import {
  Closed,
  GivenTime,
  GivenTimeZone,
  Name,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  TimeZone,
  Uuid,
} from './fields.ts';
import { HINTS } from './hints.ts';
import { Type } from './json-schema.ts';
import { LANGUAGES } from './languages.ts';
import { EVERYTHING, NARROW_SCOPES, SCOPE_WORDS } from './scopes.ts';

/** The maximum of live tokens of a User. */
export const PERSONAL_ACCESS_TOKENS_MAX = 50;

export const TOKEN_NAME_MAX_LENGTH = 100;

/** The days before the end of a token on which its User is warned, on the page and by mail. */
export const EXPIRY_WARNING_DAYS = [14, 7, 1];

export const PersonalAccessToken = Type.Object(
  {
    uuid: Uuid('Identifier of the token.', 'token'),
    user_uuid: Uuid('The User for whom it acts.', 'user'),
    name: Type.String({ description: 'What it is for.', examples: ['Warehouse sync'] }),
    last_four: Type.String({
      description: 'The last four characters, to tell tokens apart.',
      examples: ['x3Fq'],
    }),
    default_account_uuid: Nullable(
      Uuid('Where it creates what names no Account. Null: where its User does.', 'account'),
    ),
    scope: Type.String({
      description: 'What it may do, separated by spaces; * is all that its User may.',
      examples: ['*'],
    }),
    account_uuids: Nullable(
      Type.Array(Uuid('An Account.', 'account'), {
        description: 'The Accounts that it is for. Null: all of its User, also those joined later.',
      }),
    ),
    expires_at: Nullable(Timestamp('When it stops working. Null: never.')),
    revoked_at: Nullable(Timestamp('When it was revoked.')),
    last_used_at: Nullable(Timestamp('When it was last used, to within five minutes.')),
    last_used_address: Nullable(Type.String({ description: 'From where.', examples: ['192.0.2.7'] })),
    last_used_agent: Nullable(Type.String({ description: 'With what.', examples: ['curl/8.5.0'] })),
    created_at: Timestamp('When it was created.'),
    updated_at: Timestamp('When it last changed.'),
  },
  {
    $id: 'PersonalAccessToken',
    title: 'Personal access token',
    description: 'Acts for one User, in all their Accounts or in chosen ones.',
  },
);
export type PersonalAccessToken = Static<typeof PersonalAccessToken>;

/** The answer to creating or rotating a token: the only one that holds the token itself. */
export const IssuedPersonalAccessToken = Type.Object(
  {
    ...PersonalAccessToken.properties,
    token: Type.String({ description: 'The token. It is shown this once and never again.' }),
  },
  { $id: 'IssuedPersonalAccessToken', title: 'Issued personal access token' },
);
export type IssuedPersonalAccessToken = Static<typeof IssuedPersonalAccessToken>;

export const PersonalAccessTokenCreate = Closed({
  name: Name(TOKEN_NAME_MAX_LENGTH, 'What it is for', 'Warehouse sync'),
  default_account_uuid: Type.Optional(
    Nullable(Uuid('Where it creates what names no Account. Null: where you do.', 'account')),
  ),
  scope: Type.Optional(
    Text(
      1000,
      `What it may do, separated by spaces: ${[EVERYTHING, ...Object.keys(SCOPE_WORDS), ...NARROW_SCOPES].join(', ')}. read and write mean the kinds of record that there are now. Left out: *.`,
      { min: 1, examples: ['read'] },
    ),
  ),
  account_uuids: Type.Optional(
    Nullable(
      Type.Array(Uuid('An Account of yours.', 'account'), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description:
          'The Accounts that it is for. Null or left out: all of yours, also those you join later.',
      }),
    ),
  ),
  expires_at: Type.Optional(Nullable(GivenTime('When it stops working. Null: never. Left out: in 90 days.'))),
});
export type PersonalAccessTokenCreate = Static<typeof PersonalAccessTokenCreate>;

const Hint = OneOf([...HINTS], 'A hint of the pages.');

export const CurrentUser = Type.Object(
  {
    uuid: Uuid('Identifier of the User.', 'user'),
    email: Type.String({ examples: ['ada@example.com'] }),
    email_verified: EmailVerified,
    name: Type.String({ examples: ['Ada Lovelace'] }),
    token: Type.Object({
      type: Type.String({ description: 'How you came in.', examples: ['personal_access_token'] }),
      uuid: Uuid('Identifier of the token.', 'token'),
      name: Type.String({ examples: ['Warehouse sync'] }),
      client_id: Type.Union(
        [
          Uuid(
            'The OAuth client_id of the application whose token it is, as in the `actor` of its events. Null: it is no application.',
          ),
          Type.Null(),
        ],
        { examples: [null] },
      ),
      expires_at: Nullable(Timestamp('When it stops working. Null: never.')),
      scope: Type.String({ description: 'What it may do; * is all that you may.', examples: ['*'] }),
      account_uuids: Nullable(
        Type.Array(Uuid('An Account.', 'account'), {
          description: 'The Accounts that it is for. Null: all of yours.',
        }),
      ),
    }),
    default_account_uuid: Nullable(
      Uuid('Where this token, or you, create what names no Account. Null: it must be named.', 'account'),
    ),
    time_zone: Nullable(
      TimeZone('Time zone (IANA) of your days, of all your tokens too. Null: that of the Account.'),
    ),
    language: Nullable(
      OneOf(
        [...LANGUAGES],
        'The language of your pages and mails. Null: pages follow the browser, mails are in English.',
      ),
    ),
    closed_hints: Type.Array(Hint, { description: 'The hints of the pages that you have closed.' }),
    has_second_factor: Type.Boolean({ description: 'Whether you sign in with a second factor.' }),
    closed_accounts: Type.Array(
      Type.Object({
        uuid: Uuid('The Account.', 'account'),
        name: Type.String({ examples: ['Lovelace Engines Ltd'] }),
      }),
      {
        description:
          'Accounts that are closed to you until you set up the second factor that they require. Only in a browser: tokens reach them.',
        examples: [[]],
      },
    ),
    created_at: Timestamp('When the User was created.'),
    updated_at: Timestamp('When the User last changed.'),
  },
  { $id: 'CurrentUser', title: 'Current User', description: 'Who you are, and with which token.' },
);
export type CurrentUser = Static<typeof CurrentUser>;

export const CurrentUserUpdate = Closed(
  {
    name: Type.Optional(UserName),
    default_account_uuid: Type.Optional(Uuid('Where you create what names no Account.', 'account')),
    time_zone: Type.Optional(
      Nullable(GivenTimeZone('Time zone (IANA) of your days. Null: the Account decides.')),
    ),
    language: Type.Optional(
      Nullable(OneOf([...LANGUAGES], 'The language of your pages and mails. Null: the browser decides.')),
    ),
    closed_hints: Type.Optional(
      Type.Array(Hint, {
        maxItems: HINTS.length,
        uniqueItems: true,
        description: 'The hints of the pages that you have closed.',
      }),
    ),
  },
  { minProperties: 1 },
);
