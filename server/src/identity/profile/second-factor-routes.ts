import { SecondFactorCode } from '@rapport/contract/second-factor';
import type { Caller } from '../../access/caller.ts';
import { refuseTokens, refuseUnlessFresh } from '../../access/rules.ts';
import type { Api } from '../../platform/http/api/api.ts';
import { Problem } from '../../platform/problem.ts';
import { describeSecondFactor } from '../second-factor/actions.ts';
import type { SignInCore } from '../sessions/actions.ts';
import * as actions from './second-factor.ts';

const PATH = '/web/second-factor';

/**
 * The routes of a person's own second factor. Every change needs a fresh sign-in, and so the
 * present second factor.
 */
export function secondFactorRoutes(api: Api, core: SignInCore): void {
  const hidden = { schema: { hide: true } };
  const withCode = { schema: { hide: true, body: SecondFactorCode } };
  const refuse = (caller: Caller) => refuseUnlessFresh(caller, core.clock.now());

  api.get(
    PATH,
    hidden,
    async ({ caller }) =>
      refuseTokens(caller) ?? { data: await describeSecondFactor(core, caller.user_uuid) },
  );

  api.post(`${PATH}/setup`, hidden, async ({ caller }, reply) =>
    shownOnce(reply, refuse(caller) ?? (await actions.beginSecondFactor(core, caller))),
  );

  api.post(`${PATH}/enable`, withCode, async ({ caller, body }, reply) =>
    shownOnce(reply, refuse(caller) ?? (await actions.enableSecondFactor(core, caller, body.code))),
  );

  api.post(`${PATH}/recovery-codes`, hidden, async ({ caller }, reply) =>
    shownOnce(reply, refuse(caller) ?? (await actions.renewCodes(core, caller))),
  );

  api.delete(PATH, hidden, async ({ caller }, reply) => {
    const refusal = refuse(caller) ?? (await actions.disableSecondFactor(core, caller));
    return refusal ?? reply.code(204).send();
  });
}

/** Answers a secret with headers that forbid caches to keep it. */
function shownOnce<Shown extends object>(
  reply: { header(name: string, value: string): unknown },
  shown: Shown | Problem,
): Problem | { data: Shown } {
  if (shown instanceof Problem) return shown;
  reply.header('cache-control', 'no-store');
  return { data: shown };
}
