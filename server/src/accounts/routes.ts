import { AccountAccess, SeenCounts } from '@rapport/contract/access';
import { Account, DeletedAccount, Login } from '@rapport/contract/accounts';
import { Invitation, InvitationLink } from '@rapport/contract/invitations';
import { PendingLogin } from '@rapport/contract/pending-logins';
import { Team } from '@rapport/contract/teams';
import type { Api } from '../platform/http/api/api.ts';
import type { Once } from '../platform/idempotency/actions.ts';
import { accessRoutes } from './access/routes.ts';
import { accountRoutes } from './account-routes.ts';
import type { InvitationCore } from './invitations/actions.ts';
import { pendingLoginRoutes } from './invitations/pending-login-routes.ts';
import { invitationLinkRoutes, invitationRoutes } from './invitations/routes.ts';
import { loginRoutes } from './logins/routes.ts';
import type { PeopleCore } from './owner-mails.ts';
import { teamRoutes } from './teams/routes.ts';

export const schemas = [
  Team,
  AccountAccess,
  SeenCounts,
  Account,
  DeletedAccount,
  Login,
  PendingLogin,
  Invitation,
  InvitationLink,
];

export function routes(api: Api, core: InvitationCore & Once): void {
  accountRoutes(api, core);
  loginRoutes(api, core);
  accessRoutes(api, core);
  teamRoutes(api, core);
  pendingLoginRoutes(api, core);
  invitationRoutes(api, core);
}

export function routesOfOwnPages(api: Api, core: PeopleCore): void {
  invitationLinkRoutes(api, core);
}
