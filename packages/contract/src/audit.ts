import type { Static } from 'typebox';
import { Nullable, OneOf, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

/** The actions in the audit log. */
export const AUDIT_ACTIONS = {
  'sign_in.succeeded': 'A User signed in with their password.',
  'sign_in.failed': 'Somebody gave a wrong password for a User.',
  'sign_in.confirmed': 'A User who is signed in gave their password again.',
  'second_factor.enabled': 'A User set up a second factor.',
  'second_factor.disabled': 'A User turned their second factor off.',
  'second_factor.failed': 'Somebody gave the right password for a User, and a wrong code.',
  'second_factor.recovery_code_used': 'A recovery code was used in place of the second factor.',
  'second_factor.recovery_codes_renewed': 'A User made new recovery codes.',
  'second_factor.reset': 'The operator removed the second factor of a User.',
  'sign_out.succeeded': 'A User signed out.',
  'personal_access_token.created': 'A personal access token was created.',
  'personal_access_token.rotated': 'A personal access token got a new secret.',
  'personal_access_token.revoked': 'A personal access token was revoked.',
  'personal_access_token.leaked': 'Somebody reported a personal access token; it was revoked.',
  'password_reset.requested': 'Somebody asked for a link to set a new password with.',
  'password.changed': 'A User changed their password.',
  'password.reset': 'A User set a new password by a mailed link.',
  'name.changed': 'A User changed their name.',
  'email_change.requested': 'A User asked for another e-mail address.',
  'email.changed': 'A User changed their e-mail address.',
  'user.deactivated': 'The operator locked a User out.',
  'user.reactivated': 'The operator let a User in again.',
  'user.email_verified': 'The operator vouched that the address of a User is theirs.',
  'user.handed_over':
    'The operator gave a User to whoever owns the address. The password, sessions, tokens, second factor and webhooks of before ended.',
  'session.ended': 'A User ended sessions in other browsers.',
  'invitation.sent': 'Somebody was invited to an Account.',
  'invitation.link_shown': 'Somebody took the link of an invitation to pass it on.',
  'invitation.withdrawn': 'An invitation was withdrawn.',
  'invitation.accepted': 'An invitation was accepted.',
  'invitation.declined': 'A User declined to join an Account.',
  'login.created': 'A User got a Login to an Account.',
  'login.updated': 'The role of a User in an Account changed.',
  'login.deleted': 'A User lost their Login to an Account.',
  'account.second_factor_required': 'An owner requires a second factor of all members of an Account.',
  'account.second_factor_optional': 'An owner requires a second factor of nobody in an Account any more.',
  'account.deleted': 'An Account was deleted.',
  'account.exported': 'An owner, or the operator, began to write a whole Account into a file.',
  'account.export_downloaded': 'An owner downloaded the file of a whole Account.',
  'account.imported': 'The operator took in an Account from a file.',
  'account.restored': 'An owner, or the operator, brought a deleted Account back.',
  'webhook_subscription.created': 'A webhook subscription was created.',
  'webhook_subscription.updated': 'A webhook subscription was changed.',
  'webhook_subscription.deleted': 'A webhook subscription was deleted.',
  'oauth_authorization.allowed': 'A User let an application in; a code was issued.',
  'oauth_authorization.denied': 'A User refused an application.',
  'oauth_code.redeemed': 'An application exchanged a code for tokens.',
  'oauth_code.replayed': 'A code was presented a second time; what it gave was revoked.',
  'oauth_token.refreshed': 'An application exchanged a refresh token for new tokens.',
  'oauth_token.reused': 'A used refresh token was presented again; the grant was revoked.',
  'oauth_token.leaked': 'Somebody reported an access or refresh token; the grant was revoked.',
  'oauth_token.revoked': 'An application revoked a token.',
  'oauth_grant.revoked': 'A grant was revoked.',
  'oauth_client.created': 'The operator registered an application.',
  'oauth_client.updated': 'The operator changed an application.',
  'oauth_client.secret_rotated': 'The operator gave an application a new secret.',
  'oauth_client.deleted': 'The operator deleted an application.',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/**
 * Actions that can let somebody else act as a member, such as a new token or password. Owners and
 * admins of an Account see them, besides the actions about the Account itself.
 */
export const MEMBER_AUDIT_ACTIONS = [
  'personal_access_token.created',
  'personal_access_token.rotated',
  'personal_access_token.revoked',
  'personal_access_token.leaked',
  'password.changed',
  'password.reset',
  'second_factor.enabled',
  'second_factor.disabled',
  'second_factor.recovery_code_used',
  'second_factor.reset',
  'email.changed',
  'user.deactivated',
  'user.reactivated',
  'user.email_verified',
  'user.handed_over',
  'webhook_subscription.created',
  'webhook_subscription.updated',
  'webhook_subscription.deleted',
  'oauth_authorization.allowed',
  'oauth_code.replayed',
  'oauth_token.reused',
  'oauth_token.leaked',
  'oauth_token.revoked',
  'oauth_grant.revoked',
] as const satisfies AuditAction[];

export const AuditEntry = Type.Object(
  {
    uuid: Uuid('Identifier of the entry.'),
    action: OneOf(Object.keys(AUDIT_ACTIONS) as AuditAction[], 'What happened.'),
    actor: Type.Object({
      type: OneOf(
        [
          'personal_access_token',
          'oauth_access_token',
          'oauth_client',
          'browser_session',
          'operator',
          'service',
          'unknown',
        ],
        'Who did it: a token, an application, a session, the operator, the service itself, or somebody unknown.',
      ),
      uuid: Nullable(Uuid('The token, application or session.', 'token')),
      name: Type.String({ examples: ['Warehouse sync'] }),
    }),
    user_uuid: Nullable(Uuid('The User concerned.', 'user')),
    oauth_client_uuid: Nullable(Uuid('The application concerned.')),
    account_uuid: Nullable(Uuid('The Account concerned.', 'account')),
    address: Nullable(
      Type.String({ description: 'Network address. Null: the command line.', examples: ['192.0.2.7'] }),
    ),
    request_id: Type.String({ description: 'The X-Request-Id of the request.' }),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What else is worth knowing. Never a secret.',
    }),
    created_at: Timestamp('When it happened.'),
  },
  { $id: 'AuditEntry', title: 'Audit entry', description: 'Who did what, when and from where.' },
);
export type AuditEntry = Static<typeof AuditEntry>;
