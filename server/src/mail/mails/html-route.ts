import { Type } from '@rapport/contract/json-schema';
import { type Api, UuidParams } from '../../platform/http/api/api.ts';
import { refusals } from '../../platform/http/api/openapi.ts';
import { Problem } from '../../platform/problem.ts';
import { getHtml, type MailsCore } from './actions.ts';
import { withoutFrames } from './rules.ts';

/**
 * What a mail of a stranger may do in a browser: show text, its own styles, and links in a tab of
 * their own. It loads nothing, runs nothing and sends nothing.
 */
const POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; " +
  "img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

export function htmlRoute(api: Api, core: MailsCore): void {
  api.get(
    '/api/v2/mails/:uuid/html',
    {
      schema: {
        tags: ['Mails'],
        operationId: 'retrieveHtmlOfMail',
        summary: 'A mail as it was designed',
        description:
          'For a frame with the sandbox words of its policy: nothing is loaded from outside, and no script or form works. 404 without HTML, or below the level full.',
        params: UuidParams,
        response: {
          200: {
            description: 'A page.',
            content: {
              'text/html': {
                schema: Type.Unsafe<string>({ description: 'The HTML, as it came but for frames.' }),
              },
            },
          },
          ...refusals(400, 401, 403, 404),
        },
      },
    },
    async ({ caller, params }, reply) => {
      const html = await getHtml(core, caller, params.uuid.toLowerCase());
      if (html instanceof Problem) return html;
      return reply
        .headers({
          'content-security-policy': POLICY,
          'x-dns-prefetch-control': 'off',
          'referrer-policy': 'no-referrer',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'private, no-store',
        })
        .type('text/html; charset=utf-8')
        .send(`<!doctype html><base target="_blank">${withoutFrames(html)}`);
    },
  );
}
