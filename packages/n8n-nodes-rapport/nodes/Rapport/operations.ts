import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { call, list, unless } from '../shared/call.ts';
import { bodyOf, type Mapping } from './fields.ts';

/** What the node does with one item: each gives the items that come out. */
type Operation = (context: IExecuteFunctions, kind: string, index: number) => Promise<IDataObject[]>;

export const OPERATIONS: Record<string, Operation> = {
  create,
  get: async (context, kind, index) => [await recordOf(context, pathOf(context, kind, index))],
  getAll,
  update,
  delete: remove,
  restore,
};

/** The same attempt of the same item asks with the same key, so nothing is created twice. */
async function create(context: IExecuteFunctions, kind: string, index: number): Promise<IDataObject[]> {
  const { body, custom } = given(context, index, true);
  const account = context.getNodeParameter('account', index, '');
  const { data } = await call(context, 'POST', `/api/v2/${kind}`, {
    body: { ...body, ...(account !== '' && { account_uuid: account }), ...(isAny(custom) && { custom }) },
    headers: { 'idempotency-key': keyOf(context, index) },
  });
  return [data as IDataObject];
}

/** n8n checks and converts the values where `fields.value` is asked for by this very name. */
function given(context: IExecuteFunctions, index: number, isNew: boolean) {
  const mapping: Mapping = {
    mode: context.getNodeParameter('fields.mappingMode', index) as string,
    value: context.getNodeParameter('fields.value', index, {}) as IDataObject,
    schema: context.getNodeParameter('fields.schema', index, []) as Mapping['schema'],
    emptied: isNew ? [] : (context.getNodeParameter('emptied', index, []) as string[]),
  };
  return bodyOf(mapping, context.getInputData()[index]!.json, isNew);
}

function keyOf(context: IExecuteFunctions, index: number): string {
  const run = context.evaluateExpression('{{ $runIndex }}', index);
  const { id } = context.getWorkflow();
  return ['n8n', id, context.getExecutionId(), context.getNode().id, run, index].join('-');
}

async function getAll(context: IExecuteFunctions, kind: string, index: number): Promise<IDataObject[]> {
  const most = context.getNodeParameter('returnAll', index)
    ? Number.POSITIVE_INFINITY
    : (context.getNodeParameter('limit', index) as number);
  const account_uuid = context.getNodeParameter('account', index, '');
  const options = context.getNodeParameter('options', index, {}) as IDataObject;
  const { filter = [] } = context.getNodeParameter('filters', index, {}) as { filter?: Filter[] };
  const conditions = filter.map(({ field, operator, value }) => [`filter[${field}][${operator}]`, value]);
  const query = { ...options, account_uuid, ...Object.fromEntries(conditions) };
  const said = Object.entries(query).filter(([, value]) => value !== '');
  return list(context, `/api/v2/${kind}`, Object.fromEntries(said) as IDataObject, most);
}

type Filter = { field: string; operator: string; value: string };

/** How often a change begins anew because somebody else changed the record meanwhile. */
const TRIES = 5;

/**
 * Changes a record. A change replaces all fields of an Account's own, so those that stay are read
 * first, and the change holds for this version of the record alone.
 */
async function update(context: IExecuteFunctions, kind: string, index: number): Promise<IDataObject[]> {
  const path = pathOf(context, kind, index);
  const { body, custom } = given(context, index, false);
  if (!isAny(custom)) return [await changed(context, path, body)];
  for (let attempt = 1; ; attempt += 1) {
    const record = await recordOf(context, path);
    const merged = Object.entries({ ...(record.custom as IDataObject), ...custom });
    const kept = Object.fromEntries(merged.filter(([, value]) => value !== null)) as IDataObject;
    const asked = changed(context, path, { ...body, custom: kept }, record.version as number);
    const done = await (attempt === TRIES ? asked : unless(412, asked));
    if (done) return [done];
  }
}

async function changed(
  context: IExecuteFunctions,
  path: string,
  body: IDataObject,
  version?: number,
): Promise<IDataObject> {
  const headers = version === undefined ? undefined : { 'if-match': `"${version}"` };
  const { data } = await call(context, 'PATCH', path, { body, headers });
  return data as IDataObject;
}

async function remove(context: IExecuteFunctions, kind: string, index: number): Promise<IDataObject[]> {
  await call(context, 'DELETE', pathOf(context, kind, index));
  return [{ uuid: context.getNodeParameter('uuid', index) as string, deleted: true }];
}

async function restore(context: IExecuteFunctions, kind: string, index: number): Promise<IDataObject[]> {
  const { data } = await call(context, 'POST', `${pathOf(context, kind, index)}/restore`);
  return [data as IDataObject];
}

async function recordOf(context: IExecuteFunctions, path: string): Promise<IDataObject> {
  const { data } = await call(context, 'GET', path);
  return data as IDataObject;
}

/** What an item gives as identifier stays one part of the path. */
function pathOf(context: IExecuteFunctions, kind: string, index: number): string {
  const uuid = String(context.getNodeParameter('uuid', index)).trim();
  return `/api/v2/${kind}/${encodeURIComponent(uuid)}`;
}

function isAny(values: IDataObject): boolean {
  return Object.keys(values).length > 0;
}
