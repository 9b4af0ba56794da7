import { dataOf, json } from './json.ts';
import { List, type Page } from './list.ts';
import {
  type AnyListQuery,
  type ListQuery,
  type ListShape,
  listParameters,
  parametersOf,
} from './list-query.ts';
import { at } from './path.ts';
import type { CallOptions, Transport } from './transport.ts';

/**
 * For a change or a deletion: refused with `version_mismatch` unless the record still has this
 * version.
 */
export type VersionOption = CallOptions & { version?: number };

/**
 * For a creation: a request that is sent again under the same key within 24 hours is not done
 * twice. A random key when left out.
 */
export type CreateOption = CallOptions & { idempotencyKey?: string };

/** For any request: additional headers. */
export type RequestOption = CreateOption & { headers?: Record<string, string> };

/** Returns the five verbs of a resource with versions. */
export function crud<Resource, Create, Update, Shape extends ListShape>(send: Transport, path: string) {
  return {
    list: (query = {} as ListQuery<Shape>, call: CallOptions = {}) => list<Resource>(send, path, query, call),
    create: (record: Create, call: CreateOption = {}) => create<Resource>(send, path, record, call),
    retrieve: (uuid: string, call: CallOptions = {}) => retrieve<Resource>(send, path + at`/${uuid}`, call),
    update: (uuid: string, changes: Update, call: VersionOption = {}) =>
      update<Resource>(send, path + at`/${uuid}`, changes, call),
    delete: (uuid: string, call: VersionOption = {}) => remove(send, path + at`/${uuid}`, call),
  };
}

/** Returns a list, which begins at the cursor of `query`. Pages are fetched as they are read. */
export function list<T>(send: Transport, path: string, query: AnyListQuery, call: CallOptions): List<T> {
  const parameters = listParameters(query);
  return new List<T>(async (cursor) => {
    const page = new URLSearchParams(parameters);
    if (cursor !== undefined) page.set('cursor', cursor);
    return (await send({ method: 'GET', path, query: page, repeat: 'always', ...call })).json as Page<T>;
  }, query.cursor);
}

/** Gets one record, or what a `query` asks for. */
export function retrieve<T>(
  send: Transport,
  path: string,
  call: CallOptions,
  query: Parameters<typeof parametersOf>[0] = {},
): Promise<T> {
  return dataOf(send({ method: 'GET', path, query: parametersOf(query), repeat: 'always', ...call }));
}

/** Sends a POST that must not be tried again, as a second one may do something else. */
export function post<T>(send: Transport, path: string, body: unknown, call: CallOptions): Promise<T> {
  return dataOf(send({ method: 'POST', path, repeat: 'never', ...json(body), ...call }));
}

/** Sends a POST that creates a record or acts on one. Its Idempotency-Key makes a retry safe. */
export function create<T>(
  send: Transport,
  path: string,
  record: unknown,
  { idempotencyKey, ...call }: CreateOption,
): Promise<T> {
  const headers = { ...json(record).headers, 'idempotency-key': idempotencyKey ?? crypto.randomUUID() };
  return dataOf(send({ method: 'POST', path, repeat: 'always', ...json(record), headers, ...call }));
}

/** Sends a PATCH. With `version`, it changes only that version. */
export function update<T>(
  send: Transport,
  path: string,
  changes: unknown,
  { version, ...call }: VersionOption,
): Promise<T> {
  const headers = { ...json(changes).headers, ...ifMatch(version) };
  // With a version there is no retry, because the first try may have changed the version already.
  const repeat = version === undefined ? 'always' : 'never';
  return dataOf(send({ method: 'PATCH', path, repeat, ...json(changes), headers, ...call }));
}

/** Sends a DELETE. With `version`, it deletes only that version. */
export async function remove(
  send: Transport,
  path: string,
  { version, ...call }: VersionOption,
  query: Record<string, string> = {},
): Promise<void> {
  const request = { method: 'DELETE', path, query: parametersOf(query), headers: ifMatch(version) };
  await send({ ...request, repeat: 'always', mayBeEmpty: true, ...call });
}

/** Sends any request. Returns the JSON of the answer, or null for an empty answer. */
export async function anyRequest(
  send: Transport,
  method: string,
  path: string,
  body: unknown,
  { idempotencyKey, headers: own = {}, ...call }: RequestOption,
): Promise<unknown> {
  // `fetch` puts only some methods in upper case.
  const verb = method.toUpperCase();
  const headers = new Headers(own);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  const kind = headers.get('content-type') ?? 'application/json';
  if (body !== undefined) headers.set('content-type', kind);
  const sent = kind.includes('json')
    ? { body: json(body).body }
    : { body: body as RequestInit['body'], timeout_ms: Number.POSITIVE_INFINITY };
  const isOnce = verb === 'POST' && !headers.has('idempotency-key');
  // With a version there is no retry, because the first try may have changed the version already.
  const repeat = isOnce || headers.has('if-match') ? 'never' : 'always';
  const request = {
    method: verb,
    path,
    repeat,
    mayBeEmpty: true,
    headers: Object.fromEntries(headers),
  } as const;
  return (await send({ ...request, ...sent, ...call })).json;
}

function ifMatch(version: number | undefined): Record<string, string> {
  return version === undefined ? {} : { 'if-match': `"${version}"` };
}
