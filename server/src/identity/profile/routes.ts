import {
  EmailChange,
  LinkCode,
  PasswordChange,
  PasswordReset,
  PasswordResetRequest,
} from '@rapport/contract/sessions';
import { refuseTokens, refuseUnlessFresh } from '../../access/rules.ts';
import type { Api } from '../../platform/http/api/api.ts';
import { requestOriginOf } from '../../platform/http/server/request-origin.ts';
import { Problem } from '../../platform/problem.ts';
import * as actions from './actions.ts';

/** The routes by which a person changes their own sign-in. */
export function profileRoutes(api: Api, core: actions.ProfileCore): void {
  api.post(
    '/web/password',
    { schema: { hide: true, body: PasswordChange } },
    async ({ caller, body }, reply) => {
      // A User with a second factor must have given it as well: the old password may be known to
      // somebody else.
      const refusal =
        (caller.has_second_factor ? refuseUnlessFresh(caller, core.clock.now()) : refuseTokens(caller)) ??
        (await actions.changePassword(core, caller, body));
      return refusal ?? reply.code(204).send();
    },
  );

  api.post('/web/email', { schema: { hide: true, body: EmailChange } }, async ({ caller, body }, reply) => {
    const refusal =
      refuseUnlessFresh(caller, core.clock.now()) ??
      (await actions.requestEmailChange(core, caller, body.email));
    return refusal ?? reply.code(204).send();
  });
}

/** The routes behind mailed links, for people who are not signed in. */
export function mailedLinkRoutes(api: Api, core: actions.ProfileCore): void {
  api.post(
    '/web/password-resets',
    { schema: { hide: true, body: PasswordResetRequest } },
    async (request, reply) =>
      (await actions.requestPasswordReset(core, requestOriginOf(request), request.body.email)) ??
      reply.code(204).send(),
  );

  api.post('/web/password-resets/look-up', { schema: { hide: true, body: LinkCode } }, async (request) => {
    const found = await actions.lookUpReset(core, request.body.code);
    return found instanceof Problem ? found : { data: found };
  });

  api.post(
    '/web/password-resets/redeem',
    { schema: { hide: true, body: PasswordReset } },
    async (request, reply) =>
      (await actions.resetPassword(core, requestOriginOf(request), request.body)) ?? reply.code(204).send(),
  );

  api.post(
    '/web/email-changes/redeem',
    { schema: { hide: true, body: LinkCode } },
    async (request, reply) =>
      (await actions.confirmEmailChange(core, requestOriginOf(request), request.body.code)) ??
      reply.code(204).send(),
  );
}
