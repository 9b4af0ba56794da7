import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '@rapport/contract/audit';
import { ROLE_LABELS } from './accounts.ts';

/** The entries of the audit log in words. */
const AUDIT_LABELS: Partial<Record<AuditAction, string>> = {
  'sign_in.succeeded': 'You signed in',
  'sign_in.failed': 'Somebody gave a wrong password',
  'sign_in.confirmed': 'You gave your password again',
  'second_factor.enabled': 'You turned your second factor on',
  'second_factor.disabled': 'You turned your second factor off',
  'second_factor.failed': 'Somebody gave your password, and a wrong code',
  'second_factor.recovery_code_used': 'A recovery code was used',
  'second_factor.recovery_codes_renewed': 'You made new recovery codes',
  'second_factor.reset': 'The operator removed your second factor',
  'sign_out.succeeded': 'You signed out',
  'personal_access_token.created': 'A personal access token was created',
  'personal_access_token.rotated': 'A personal access token got a new secret',
  'personal_access_token.revoked': 'A personal access token was revoked',
  'personal_access_token.shut_out': 'A personal access token was shut out of an Account',
  'personal_access_token.leaked': 'A personal access token was reported and revoked',
  'calendar_feed.created': 'The secret address of a calendar was made',
  'calendar_feed.renewed': 'The secret address of a calendar was renewed',
  'calendar_feed.revoked': 'The secret address of a calendar was ended',
  'calendar_feed.leaked': 'The secret address of a calendar was reported and ended',
  'password.changed': 'You changed your password',
  'password_reset.requested': 'Somebody asked for a link to set a new password',
  'password.reset': 'A new password was set by a mailed link',
  'name.changed': 'You changed your name',
  'email_change.requested': 'You asked for another e-mail address',
  'email.changed': 'Your e-mail address changed',
  'user.deactivated': 'The operator locked you out',
  'user.reactivated': 'The operator let you in again',
  'session.ended': 'Sessions were ended',
  'invitation.sent': 'You invited somebody',
  'invitation.link_shown': 'You took the link of an invitation',
  'invitation.withdrawn': 'You withdrew an invitation',
  'invitation.accepted': 'You accepted an invitation',
  'login.created': 'You got a Login to an Account',
  'login.updated': 'Your role in an Account changed',
  'login.deleted': 'You lost a Login to an Account',
  'account.second_factor_required': 'You required a second factor in an Account',
  'account.second_factor_optional': 'You made the second factor optional in an Account',
  'account.access_changed': 'You changed who sees what in an Account',
  'team.created': 'You made a team',
  'team.updated': 'You changed a team',
  'team.deleted': 'You deleted a team',
  'account.deleted': 'You deleted an Account',
  'account.restored': 'You restored an Account',
  'webhook_subscription.created': 'A webhook was created',
  'webhook_subscription.updated': 'A webhook was changed',
  'webhook_subscription.deleted': 'A webhook was deleted',
  'oauth_authorization.allowed': 'You let an application in',
  'oauth_authorization.denied': 'You refused an application',
  'oauth_code.redeemed': 'An application got its tokens',
  'oauth_code.replayed': 'A code was used twice; its tokens were revoked',
  'oauth_token.refreshed': 'An application renewed its tokens',
  'oauth_token.reused': 'An old refresh token was used again; the application was disconnected',
  'oauth_token.leaked': 'A token of an application was reported; the application was disconnected',
  'oauth_token.revoked': 'An application gave up its tokens',
  'oauth_grant.revoked': 'An application was disconnected',
  'oauth_grant.shut_out': 'An application was shut out of an Account',
};

/** Returns an entry of an Account's log in words. It may concern anybody in the Account. */
export function sayEntryOfAccount(entry: AuditEntry): string {
  return sayDetails(AUDIT_ACTIONS[entry.action].replace(/\.$/, ''), entry);
}

/**
 * Returns an entry of the User's own log in words, with the token's name, the invited address or
 * the new role.
 */
export function sayEntry(entry: AuditEntry): string {
  return sayDetails(AUDIT_LABELS[entry.action] ?? entry.action, entry);
}

function sayDetails(label: string, { details }: AuditEntry): string {
  const { name, email, role, role_before, origin } = details as Partial<Record<string, string>>;
  const roles = [role_before, role].map((value) => ROLE_LABELS[value as keyof typeof ROLE_LABELS]);
  const what = [name && `“${name}”`, email, origin, roles.filter(Boolean).join(' → ')].filter(Boolean);
  return what.length > 0 ? `${label}: ${what.join(', ')}` : label;
}

/** Returns who did it, unless the label says so, and from which address. */
export function sayActor({ actor: { type, name }, address }: AuditEntry): string {
  const who = {
    personal_access_token: `with the token “${name}”`,
    oauth_access_token: `by ${name}`,
    oauth_client: `by ${name}`,
    browser_session: 'in a browser',
    operator: 'by the operator',
    service: 'by Rapport itself',
    unknown: null,
  }[type];
  return [who, address && security.from(address)].filter(Boolean).join(' ');
}

export const security = {
  title: 'Security',
  sessions: 'Sessions',
  sessionsAbout: 'The browsers in which you are signed in.',
  thisBrowser: 'This browser',
  signedIn: 'Signed in',
  expires: 'ends',
  end: 'Sign out',
  endOf: (browser: string, address: string) => `Sign out ${browser} from ${address}`,
  endAll: 'Sign out everywhere else',
  endedAll: 'You are signed out everywhere else.',
  ended: 'The session is ended.',
  password: 'Password',
  passwordAbout: 'Changing it signs you out everywhere else.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  changePassword: 'Change the password',
  passwordChanged: 'Your password is changed.',
  name: 'Name',
  nameAbout: 'Others in your Accounts see it, and so do those you invite.',
  changeName: 'Change the name',
  nameChanged: 'Your name is changed.',
  email: 'E-mail address',
  emailAbout:
    'You sign in with it. We send a link to the new address, which takes effect when you open the link.',
  newEmail: 'New address',
  changeEmail: 'Change the address',
  emailAboutKept:
    'You sign in with it. A new address takes effect when its link is opened. This Rapport sends no mails: its operator gets the link.',
  emailKept: 'The operator of this Rapport now has the link for the new address. Ask for it.',
  emailSent: (email: string) => `A mail is on its way to ${email}.`,
  audit: 'Audit log',
  auditAbout: 'What happened to your sign-in, tokens and connected apps.',
  auditEmpty: 'Nothing yet.',
  from: (address: string) => `from ${address}`,
  on: ' on ',
  unknownBrowser: 'A browser',
};

export const accountAudit = {
  title: 'Audit log and connections',
  account: 'Account',
  webhooks: 'Webhooks',
  webhooksAbout:
    'The webhooks of members that receive the events of this Account. Paths of addresses are hidden, as are the webhooks of members who were added without an invitation.',
  noWebhooks: 'There is no webhook to show.',
  applications: 'Connected apps',
  applicationsAbout:
    'Applications that act for members, and so in this Account. Those of members who were added without an invitation are hidden.',
  noApplications: 'There is no application to show.',
  tokens: 'Tokens',
  tokensAbout:
    'Personal access tokens of members that reach this Account. Those of members who were added without an invitation are hidden.',
  noTokens: 'There is no token to show.',
  shutOut: 'Shut out',
  shutOutOf: (name: string) => `Shut out ${name}`,
  shutOutTitle: (name: string) => `Shut ${name} out of this Account?`,
  shutOutHint:
    'It no longer reaches this Account, from its next request on; other Accounts it keeps. Its member is told, and can let it in again: to prevent that, change their role or remove them.',
  isShutOut: (name: string) => `${name} no longer reaches this Account.`,
  disabled: 'Disabled',
  by: (name: string) => `made by ${name}`,
  neverUsed: 'Never used',
  log: 'Audit log',
  logAbout:
    'Actions on this Account and its members, and on the tokens, apps and webhooks that they added while they were members.',
  save: 'Save as CSV',
};

export const apps = {
  title: 'Connected apps',
  about:
    'Applications that you allowed to act for you. Revoking one ends its access at once and disables the webhooks it made.',
  emptyTitle: 'No connected apps',
  empty: 'Applications appear here after you have allowed them access.',
  by: (company: string) => `by ${company}`,
  since: 'Connected',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  expires: 'Access ends',
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke the access of ${name}?`,
  revokeHint: 'It stops working at once, and its webhooks are disabled. You can allow it again later.',
  revoked: (name: string) => `${name} no longer has access.`,
  inAccounts: (count: number) => (count === 1 ? 'in one Account' : `in ${count} Accounts`),
};
