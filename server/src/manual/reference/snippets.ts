import { type ApiDescription, named, type Operation, type Parameter, type Schema } from './description.ts';

/** In each language; in curl alone for an application, and for a body that is no JSON. */
export type Snippets = { curl: string; TypeScript?: string; Python?: string };

type Asked = {
  method: string;
  url: string;
  /** Who calls: a token, an application with its secret, or nobody. */
  caller: 'token' | 'application' | 'nobody';
  type?: string;
  body?: Record<string, unknown>;
};

/**
 * Writes an operation as a command or program that can be pasted and run. It reads the token from
 * RAPPORT_TOKEN; the script of the page puts one in its place. Parameters of the path stand in
 * braces until they are replaced.
 */
export function snippetsOf(api: ApiDescription, operation: Operation): Snippets {
  const asked: Asked = {
    method: operation.method.toUpperCase(),
    url: api.servers[0]!.url + operation.path + neededQuery(api, operation),
    caller: callerOf(api, operation),
    ...bodyOf(api, operation),
  };
  const isJson = asked.type === undefined || asked.type === 'application/json';
  if (!isJson || asked.caller === 'application') return { curl: curl(asked) };
  return { curl: curl(asked), TypeScript: typeScript(asked), Python: python(asked) };
}

/** The body with the fields that are needed; null where there is none, or it is no JSON. */
export function sampleBody(api: ApiDescription, operation: Operation): Record<string, unknown> | null {
  const { type, body } = bodyOf(api, operation);
  return type === 'application/json' ? (body ?? null) : null;
}

/** The query parameters that an operation cannot do without, as they stand in an address. */
export function neededQuery(api: ApiDescription, { parameters = [] }: Operation): string {
  const needed = parameters.filter(({ in: place, required }) => place === 'query' && required);
  const value = ({ example, schema }: Parameter) => String(example ?? exampleOf(api, schema) ?? '');
  const pairs = needed.map((one) => `${one.name}=${encodeURIComponent(value(one))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function callerOf(api: ApiDescription, { security = api.security ?? [] }: Operation): Asked['caller'] {
  const schemes = security.flatMap((one) => Object.keys(one));
  if (schemes.includes('application')) return 'application';
  return schemes.length === 0 ? 'nobody' : 'token';
}

function bodyOf(api: ApiDescription, { requestBody }: Operation): Pick<Asked, 'type' | 'body'> {
  if (!requestBody) return {};
  const [[type, { schema }]] = Object.entries(requestBody.content) as [[string, { schema: Schema }]];
  const isForm = type === 'application/x-www-form-urlencoded';
  return type === 'application/json' || isForm ? { type, body: sampleOf(api, schema) } : { type };
}

/** The fields that are needed; where none is, the name, or the first that has an example. */
function sampleOf(api: ApiDescription, schema: Schema): Record<string, unknown> {
  const { properties = {}, required = [] } = named(api, schema);
  const shown = Object.keys(properties).filter(
    (name) => name !== 'account_uuid' && exampleOf(api, properties[name]!) !== undefined,
  );
  const first = shown.includes('name') ? 'name' : shown[0];
  const names = required.length > 0 ? required : first ? [first] : [];
  return Object.fromEntries(names.map((name) => [name, exampleOf(api, properties[name]!) ?? null]));
}

function exampleOf(api: ApiDescription, schema: Schema): unknown {
  const whole = named(api, schema);
  const [one = whole] = (whole.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (one.examples) return one.examples[0];
  if (one.enum) return one.enum[0];
  if (one.type === 'array') {
    const item = one.items && exampleOf(api, one.items);
    return item === undefined ? [] : [item];
  }
  if (one.type === 'object') return one.properties ? sampleOf(api, one) : {};
  return { boolean: true, integer: 1, number: 1 }[one.type ?? ''];
}

const AUTHORIZATION = {
  token: '-H "Authorization: Bearer $RAPPORT_TOKEN"',
  application: '-u "$CLIENT_ID:$CLIENT_SECRET"',
  nobody: null,
};

function curl({ method, url, caller, type, body }: Asked): string {
  // Without -g the braces of a path would be a list of addresses.
  const lines = [`curl ${url.includes('{') ? '-g ' : ''}-X ${method} ${inShell(url)}`];
  const authorization = AUTHORIZATION[caller];
  if (authorization) lines.push(authorization);
  if (type === 'multipart/form-data') lines.push("-F 'file=@FILE'");
  else if (type === 'application/x-www-form-urlencoded')
    for (const [name, value] of Object.entries(body ?? {}))
      lines.push(`--data-urlencode ${inShell(`${name}=${value}`)}`);
  else if (type) lines.push(`-H 'Content-Type: ${type}'`);
  if (type === 'application/json') lines.push(`-d ${inShell(JSON.stringify(body))}`);
  else if (type && !body && type !== 'multipart/form-data') lines.push("--data-binary '@FILE'");
  return lines.join(' \\\n  ');
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function typeScript({ method, url, caller, body }: Asked): string {
  const bearer = caller === 'token' ? ["authorization: 'Bearer ' + process.env.RAPPORT_TOKEN"] : [];
  const headers = [...bearer, ...(body ? ["'content-type': 'application/json'"] : [])];
  return [
    `const answer = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(body ? [`  body: JSON.stringify(${JSON.stringify(body)}),`] : []),
    '});',
    'console.log(answer.status, await answer.text());',
  ].join('\n');
}

function python({ method, url, caller, body }: Asked): string {
  const bearer = caller === 'token' ? ['"Authorization": "Bearer " + os.environ["RAPPORT_TOKEN"]'] : [];
  const headers = [...bearer, ...(body ? ['"Content-Type": "application/json"'] : [])];
  return [
    'import os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method=${JSON.stringify(method)},`,
    `    headers={${headers.join(', ')}},`,
    // A text of JSON is one of Python, while its words true and null are none.
    ...(body ? [`    data=${JSON.stringify(JSON.stringify(body))}.encode(),`] : []),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    '    print(answer.status, answer.read().decode())',
  ].join('\n');
}
