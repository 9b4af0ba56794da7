import { exampleOf } from '../../events/catalogue.ts';
import type { ManualPage } from '../pages.ts';
import {
  type Answer,
  type ApiDescription,
  type Header,
  named,
  type Operation,
  operationsOf,
  type Parameter,
  type Schema,
} from './description.ts';
import { fieldList, typeOf, waysOf } from './schemas.ts';
import { type Snippets, snippetsOf } from './snippets.ts';

/** The languages of the snippets, as code blocks call them. */
const LANGUAGES: Record<keyof Snippets, string> = { curl: 'sh', TypeScript: 'ts', Python: 'python' };

/** Headers of nearly every answer, which the first page of the reference tells of. */
const COMMON_HEADERS = ['x-request-id', 'ratelimit', 'ratelimit-policy', 'x-token-expires-at'];

/** An operation as Markdown: what it does, how it is called, and the rest, in reading order. */
export type OperationText = { head: string; snippets: Snippets; details: string };

export function operationPath({ operationId }: Operation): string {
  return `/docs/operations/${operationId}`;
}

/** What a search reads of each operation: what it is called and does, and the names in it. */
export function searchedOperations(api: ApiDescription): ManualPage[] {
  return operationsOf(api).map((operation) => {
    const { summary, description = '', operationId, method, path } = operation;
    const about = `${method.toUpperCase()} ${path}`;
    const names = namesIn(api, operation).join(' ');
    const markdown = `${about} ${operationId}. ${summary}. ${description} ${names}`;
    return { path: operationPath(operation), title: summary, about, markdown };
  });
}

/** The operations of each tag, in the order of the description. */
export function byTag(api: ApiDescription): { name: string; description: string; operations: Operation[] }[] {
  const operations = operationsOf(api);
  return api.tags.flatMap(({ name, description = '' }) => {
    const own = operations.filter(({ tags }) => tags[0] === name);
    return own.length === 0 ? [] : [{ name, description, operations: own }];
  });
}

/** The list of all operations, as Markdown. */
export function listText(api: ApiDescription): string {
  const parts = byTag(api).map(({ name, description, operations }) => {
    const lines = operations.map(
      (one) => `- [${one.summary}](${operationPath(one)}.md): \`${one.method.toUpperCase()} ${one.path}\``,
    );
    return `## ${name}\n\n${description}\n\n${lines.join('\n')}`;
  });
  return `# Reference\n\n${api.info.description}\n\n${parts.join('\n\n')}\n`;
}

/** The page of an operation, as Markdown. */
export function operationMarkdown(api: ApiDescription, operation: Operation): string {
  const { head, snippets, details } = operationText(api, operation);
  const blocks = Object.entries(snippets).map(
    ([language, text]) => `\`\`\`${LANGUAGES[language as keyof Snippets]}\n${text}\n\`\`\``,
  );
  return `${[head, ...blocks, details].join('\n\n')}\n`;
}

/** The parts of the page of an operation. */
export function operationText(api: ApiDescription, operation: Operation): OperationText {
  const { summary, description, method, path } = operation;
  return {
    head: `# ${summary}\n\n\`${method.toUpperCase()} ${path}\`\n\n${description ?? ''}`,
    snippets: snippetsOf(api, operation),
    details: [parameters(api, operation), body(api, operation), answers(api, operation)]
      .filter(Boolean)
      .join('\n\n'),
  };
}

function namesIn(api: ApiDescription, { parameters = [], requestBody }: Operation): string[] {
  const fields = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.keys(named(api, schema).properties ?? {}),
  );
  return [...parameters.map(({ name }) => name).filter((name) => !name.includes('][')), ...fields];
}

function parameters(api: ApiDescription, { parameters = [] }: Operation): string {
  // The text of a filter tells of its operators, which are parameters of their own.
  const shown = parameters.filter(({ name }) => !name.includes(']['));
  const isFilter = ({ name }: Parameter) => name.startsWith('filter[');
  const [filters, others] = [shown.filter(isFilter), shown.filter((one) => !isFilter(one))];
  return [
    others.length > 0 && `## Parameters\n\n${others.map((one) => parameterLine(api, one)).join('\n')}`,
    filters.length > 0 && `## Filters\n\nIn the query.\n\n${filters.map(filterLine).join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function parameterLine(
  api: ApiDescription,
  { name, in: place, required, description, schema }: Parameter,
): string {
  const presence = required && place !== 'path' ? ', required' : '';
  return `- \`${name}\` in the ${place}, ${typeOf(api, schema)}${presence}: ${description ?? ''}`;
}

function filterLine({ name, description = '' }: Parameter): string {
  return `- \`${name}\`: ${description}`;
}

function body(api: ApiDescription, { requestBody }: Operation): string {
  if (!requestBody) return '';
  const optional = requestBody.required === false ? ' It may be left out.' : '';
  return Object.entries(requestBody.content)
    .map(([type, { schema }]) =>
      [
        '## Body',
        `\`${type}\`. ${named(api, schema).description ?? ''}${optional}`.trim(),
        waysOf(api, schema),
        fieldList(api, schema, 'sent'),
      ]
        .filter(Boolean)
        .join('\n\n'),
    )
    .join('\n\n');
}

function answers(api: ApiDescription, { responses }: Operation): string {
  const all = Object.entries(responses).map(([status, answer]) => ({
    status,
    ...named<Answer>(api, answer as Answer),
  }));
  const isRefusal = ({ status }: { status: string }) => !/^[23]/.test(status);
  const refusals = all
    .filter(isRefusal)
    .map(({ status, description }) => `- ${status === 'default' ? 'Others' : status}: ${description ?? ''}`);
  return [
    ...all.filter((one) => !isRefusal(one)).map((one) => answerText(api, one)),
    `## Refusals\n\n[Problems](/docs/problems) says what to do about each code.\n\n${refusals.join('\n')}`,
  ].join('\n\n');
}

function answerText(api: ApiDescription, answer: Answer & { status: string }): string {
  const { status, description = '', headers = {}, content = {} } = answer;
  const own = Object.entries(headers).filter(([name]) => !COMMON_HEADERS.includes(name));
  const said = own.map(([name, header]) => {
    const { description } = named<Header>(api, header as Header);
    return `- \`${name}\` in the header: ${description ?? ''}`;
  });
  const bodies = Object.entries(content).map(([type, { schema }]) =>
    [fieldList(api, schema, 'read'), example(api, type, schema)].filter(Boolean).join('\n\n'),
  );
  return [`## Answer ${status}`, description, said.join('\n'), ...bodies].filter(Boolean).join('\n\n');
}

function example(api: ApiDescription, type: string, schema: Schema): string {
  if (!type.includes('json')) return `\`${type}\``;
  const schemas = Object.entries(api.components.schemas ?? {}).map(([name, one]) => [
    `#/components/schemas/${name}`,
    one,
  ]);
  const value = exampleOf(schema, Object.fromEntries(schemas));
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
