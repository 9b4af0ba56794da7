import { type Html, html } from '../../platform/http/pages/html.ts';
import { type ApiDescription, type Operation, operationsOf } from './description.ts';
import { byTag, operationPath, operationText } from './operations.ts';
import { neededQuery, sampleBody } from './snippets.ts';

/** How the site makes Markdown into markup, with its links below the path of the service. */
type Writer = { base: string; markdown: (text: string) => Html };

/** A page of the reference: what is on it, and what stands beside it. */
export type ReferencePage = { title: string; body: Html; beside?: Html };

/** The first page: what holds for every request, and all operations by their tag. */
export function listPage(writer: Writer, api: ApiDescription): ReferencePage {
  const { base, markdown } = writer;
  const groups = byTag(api).map(
    ({ name, description, operations }) => html`<details class="tag" id="${idOf(name)}">
<summary><h2>${name}</h2> <small>${operations.length}</small> <span>${description}</span></summary>
<ul>${operations.map((one) => line(base, one))}</ul>
</details>`,
  );
  return {
    title: 'Reference',
    body: html`<h1>Reference</h1>
${markdown(api.info.description)}
<p><a href="${base}/api/openapi.json">The same as OpenAPI 3.1</a>, for programs and generators.</p>
${groups}`,
  };
}

/** The page of an operation, with the others of its tag beside it. */
export function operationPage(writer: Writer, api: ApiDescription, operation: Operation): ReferencePage {
  const { base, markdown } = writer;
  const { head, snippets, details } = operationText(api, operation);
  const [tag] = operation.tags;
  const others = operationsOf(api).filter(({ tags }) => tags[0] === tag);
  return {
    title: operation.summary,
    body: html`<p class="where"><a href="${base}/docs">Reference</a> › <a href="${base}/docs#${idOf(tag!)}">${tag}</a></p>
${markdown(head)}
<section aria-label="Copy as">${Object.entries(snippets).map(
      ([language, text], index) => html`<details class="snippet"${index === 0 && html` open`}>
<summary>${language}</summary><pre tabindex="0"><code>${text}</code></pre></details>`,
    )}</section>
${tryForm(base, api, operation)}
${markdown(details)}`,
    beside: html`<nav class="beside" aria-label="${tag}"><b>${tag}</b><ul>${others.map(
      (one) =>
        html`<li><a href="${base + operationPath(one)}"${one.operationId === operation.operationId && html` aria-current="page"`}>${one.summary}</a></li>`,
    )}</ul></nav>`,
  };
}

function line(base: string, operation: Operation): Html {
  const { method, path, summary } = operation;
  return html`<li><a href="${base + operationPath(operation)}">${summary}</a> <code class="address"><b class="${method}">${method.toUpperCase()}</b> ${path}</code></li>`;
}

function idOf(tag: string): string {
  return tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** A request to fill in. The script of the page shows it, and sends it. */
function tryForm(base: string, api: ApiDescription, operation: Operation): Html | false {
  const { method, path, requestBody, parameters = [] } = operation;
  const body = sampleBody(api, operation);
  if (!path.startsWith('/api/') || (requestBody && !body)) return false;
  const asked = parameters.find((one) => one.in === 'query')?.name;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return html`<form class="try" hidden data-method="${method.toUpperCase()}" data-path="${base + path}">
<h2>Try it</h2>
${names.map((name) => html`<label>${name} <input name="${name}" required autocomplete="off" spellcheck="false"></label>`)}
${asked && html`<label>Query <input name="?" value="${neededQuery(api, operation).slice(1)}" placeholder="${asked}=…" autocomplete="off" spellcheck="false"></label>`}
${body && html`<label>Body <textarea name="body" rows="8" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></label>`}
<p><button>Send</button> ${method === 'get' ? 'With the token, else as who is signed in.' : 'It is done for real: with the token, else as who is signed in.'}</p>
<div role="status"></div>
</form>`;
}
