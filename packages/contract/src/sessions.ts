import type { Static } from 'typebox';
import { AccountName, AccountPlace, UserName } from './accounts.ts';
import { Closed, EMAIL_MAX_LENGTH, GivenTimeZone, Nullable, Text, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';
import { PASSWORD_MIN_LENGTH } from './passwords.ts';
import { SecondFactorCode } from './second-factor.ts';

export const BrowserSession = Type.Object(
  {
    uuid: Uuid('Identifier of the session.'),
    is_current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
    address: Type.String({ description: 'From where the User signed in.', examples: ['192.0.2.7'] }),
    user_agent: Nullable(Type.String({ description: 'With which browser.' })),
    last_used_at: Nullable(Timestamp('When it was last used, to within five minutes.')),
    expires_at: Timestamp('When it ends.'),
    created_at: Timestamp('When the User signed in.'),
  },
  { $id: 'BrowserSession', title: 'Browser session', description: 'A browser in which a User is signed in.' },
);
export type BrowserSession = Static<typeof BrowserSession>;

const email = Text(EMAIL_MAX_LENGTH, 'E-mail address.', { min: 3, examples: ['ada@example.com'] });
const password = Text(1000, 'The password.', { min: 1 });
const newPassword = Text(1000, `At least ${PASSWORD_MIN_LENGTH} characters.`, { min: 1 });
const link = Text(200, 'The code of the mailed link.', { min: 1 });
export const SignIn = Closed({ email, password });
export const SessionConfirmation = Closed({
  password,
  code: Type.Optional(SecondFactorCode.properties.code),
});
export const PasswordChange = Closed({ current_password: password, new_password: newPassword });
export const EmailChange = Closed({ email });
export const PasswordResetRequest = Closed({ email });
export const PasswordReset = Closed({
  code: link,
  new_password: newPassword,
  keep_access: Type.Optional(
    Type.Boolean({ description: 'Whether tokens and connected applications go on. Left out: they end.' }),
  ),
});
export const LinkCode = Closed({ code: link });

/** The time zone of the browser in which a User signs up. */
const ownZone = Type.Optional(GivenTimeZone('Time zone (IANA) of your days.'));

export const FirstRun = Closed({
  name: UserName,
  email,
  password: newPassword,
  account_name: AccountName,
  ...AccountPlace.properties,
  own_time_zone: ownZone,
  sample_data: Type.Boolean({ description: 'Whether to add sample data.' }),
});
export type FirstRun = Static<typeof FirstRun>;

export const InvitationAcceptance = Closed({
  code: link,
  // Only for somebody who is no User yet.
  name: Type.Optional(UserName),
  password: Type.Optional(newPassword),
  own_time_zone: ownZone,
});
export type InvitationAcceptance = Static<typeof InvitationAcceptance>;
