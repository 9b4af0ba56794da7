import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { type Context, list, unless } from './call.ts';
import { described, filtersIn, kindsIn, resourceOf } from './description.ts';

/** What the editor offers for choice, read from Rapport whenever it asks. */

export type CustomField = {
  key: string;
  label: string;
  type: string;
  help: string | null;
  required: boolean;
  archived_at: string | null;
  options: { key: string; label: string; archived: boolean }[];
};

export async function getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const accounts = await list(this, '/api/v2/accounts', {});
  return [
    { name: 'All', value: '', description: 'New records go to the default of the token' },
    ...accounts.map(named),
  ];
}

export async function getKinds(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return kindsIn(await described(this));
}

export async function getEvents(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const types = await list(this, '/api/v2/event-types', {});
  const each = types.map((one) => ({
    name: String(one.event),
    value: String(one.event),
    description: String(one.description),
  }));
  return [{ name: 'All', value: '*', description: 'Everything that happens' }, ...each];
}

export async function getFilters(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const kind = String(this.getCurrentNodeParameter('kind') ?? '');
  const fields = filtersIn(await described(this), kind).map((name) => ({
    name: labelled(name),
    value: name,
  }));
  const custom = (await customFields(this, kind)).map(({ key, label }) => ({
    name: label,
    value: `custom.${key}`,
  }));
  return [...fields, ...custom];
}

export async function getViews(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const resource = resourceOf(String(this.getCurrentNodeParameter('kind') ?? ''));
  return (await list(this, '/api/v2/views', { resource, ...ofAccount(this) })).map(named);
}

/** The fields that an Account has given to a kind, in their order. */
export async function customFields(context: ILoadOptionsFunctions, kind: string): Promise<CustomField[]> {
  const query = { resource: resourceOf(kind), ...ofAccount(context) };
  const fields = (await list(context, '/api/v2/custom-fields', query)) as unknown as CustomField[];
  return fields.filter(({ archived_at }) => archived_at === null);
}

/** The choices of a field that names a User or a stage; none where it names something else. */
export async function namesFor(
  context: ILoadOptionsFunctions,
  field: string,
): Promise<INodePropertyOptions[]> {
  if (field === 'stage_uuid') return stages(context);
  return field === 'owner_uuid' || field === 'assignee_uuid' ? members(context) : [];
}

export async function members(context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  // A token may write deals and not see members: then their uuids are typed.
  const logins = await unless(403, list(context, '/api/v2/logins', ofAccount(context)));
  const users = (logins ?? []).map((login) => login.user as { uuid: string; name: string; email: string });
  return users.map(({ uuid, name, email }) => ({ name, value: uuid, description: email }));
}

async function stages(context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const pipelines = await unless(403, list(context, '/api/v2/pipelines', ofAccount(context)));
  return (pipelines ?? []).flatMap(({ name, stages }) =>
    (stages as { uuid: string; name: string }[]).map((stage) => ({
      name: `${name}: ${stage.name}`,
      value: stage.uuid,
    })),
  );
}

export function ofAccount(context: Context): { account_uuid?: string } {
  const chosen = (context as ILoadOptionsFunctions).getNodeParameter('account', '');
  return typeof chosen === 'string' && chosen !== '' ? { account_uuid: chosen } : {};
}

/** `next_task_due_on` as people read it: Next Task Due On. */
export function labelled(name: string): string {
  const words = name.replace(/_uuid$/, '').split('_');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

function named({ name, uuid }: IDataObject): INodePropertyOptions {
  return { name: String(name), value: String(uuid) };
}
