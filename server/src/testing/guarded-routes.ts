import { isPageOrOAuth } from './described-answers.ts';
import type { TestApp } from './test-app.ts';

/** Routes that need no token: they show no records, or have a secret address. */
const PUBLIC =
  /^\/(healthz|readyz|metrics|docs(\.md|\/.*)?|llms(-full)?\.txt|api\/openapi\.json|api\/v2\/token-leaks|calendar\/:file)$/;

/** The routes that need a token or a browser session. */
export function guardedRoutes(app: TestApp): [method: string, url: string][] {
  return app.routes
    .filter(({ url }) => !PUBLIC.test(url) && !isPageOrOAuth(url))
    .map(({ method, url }) => [method, url]);
}
