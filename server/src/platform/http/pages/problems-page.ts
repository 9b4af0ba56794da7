import { createHash } from 'node:crypto';
import { PROBLEMS } from '@rapport/contract/problems';
import type { FastifyInstance } from 'fastify';

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #1c1c1c; background: #fff; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; padding-bottom: 1rem; }
th, td { text-align: left; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid #ccc; }
tr:target { background: #fff3c4; }
`;

const CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * The page /docs/problems, to which the `type` of every problem document links (RFC 9457 §3.1.1).
 */
export function problemsPage(app: FastifyInstance): void {
  const page = renderPage();
  app.get('/docs/problems', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', CSP).send(page),
  );
}

function renderPage(): string {
  const rows = Object.entries(PROBLEMS).map(
    ([code, { status, title }]) =>
      `<tr id="${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${title}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Problems · Rapport API</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Problems</h1>
<p>A request that is refused gets a document of type <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is one
of these; what happened this time, and what to do, is in its <code>detail</code>, and in <code>errors</code> field by field.
The rest of the API is described in the <a href="/docs">reference</a>.</p>
<table>
<caption>All codes of refusals</caption>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</main>
</body>
</html>
`;
}
