import { Type } from '@rapport/contract/json-schema';
import { type Api, NoQuery } from '../../platform/http/api/api.ts';
import { refusals } from '../../platform/http/api/openapi.ts';
import { type RequestOrigin, requestOriginOf } from '../../platform/http/server/request-origin.ts';
import { Problem } from '../../platform/problem.ts';
import { type RevocableKind, revocableKind } from './rules.ts';

/**
 * Functions that end a found token and mail its User. They return nothing, so that the answer
 * cannot show whether the token existed.
 */
export type EndLeaked = Record<RevocableKind, (from: RequestOrigin, token: string) => Promise<void>>;

const TokenLeak = Type.Object(
  { token: Type.String({ maxLength: 200, description: 'The found token.' }) },
  { additionalProperties: false },
);

/** The public route on which everybody can report a found token. */
export function tokenLeakRoutes(api: Api, end: EndLeaked): void {
  api.post(
    '/api/v2/token-leaks',
    {
      schema: {
        tags: ['Personal access tokens'],
        operationId: 'reportTokenLeak',
        summary: 'Report a token that you found',
        description:
          'Needs no credentials. A live personal access token is revoked. For a live access token or refresh token of an application, the ' +
          'whole grant is revoked: the application is disconnected. A calendar feed (the part rpt_cal_… of its address) is ended. Their User is told by mail. Nothing else can be revoked here: 422 says whom to ' +
          'tell about the secret of an application, an authorization code or a browser session. The answer depends on the prefix of the token, ' +
          'and does not show whether the token was live.',
        security: [],
        body: TokenLeak,
        querystring: NoQuery,
        response: { 204: Type.Null(), ...refusals(400, 422) },
      },
    },
    async (request, reply) => {
      const { token } = request.body;
      const kind = revocableKind(token);
      if (kind instanceof Problem) return kind;
      await end[kind](requestOriginOf(request), token);
      return reply.code(204).send();
    },
  );
}
