import type {
  FieldType,
  IDataObject,
  ILoadOptionsFunctions,
  INodePropertyOptions,
  ResourceMapperField,
  ResourceMapperFields,
} from 'n8n-workflow';
import { type CustomField, customFields, labelled, members, namesFor } from '../shared/choices.ts';
import { described, fieldsIn, type Schema } from '../shared/description.ts';

/** The prefix of the fields that an Account has given to a kind. */
const CUSTOM = 'custom.';

/** Places of their own in the node. */
const ELSEWHERE = ['account_uuid', 'custom'];

/** The fields of the chosen kind, those of an Account's own too, with their choices. */
export async function getFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
  const kind = String(this.getNodeParameter('kind'));
  const isNew = this.getNodeParameter('operation') === 'create';
  const { properties = {}, required = [] } = fieldsIn(await described(this), kind, isNew);
  const names = Object.keys(properties).filter((name) => !ELSEWHERE.includes(name));
  const standard = names.map(async (name) =>
    mapped(name, labelled(name), {
      ...shapeOf(properties[name]!, await namesFor(this, name)),
      required: required.includes(name),
    }),
  );
  const custom = 'custom' in properties ? await customFields(this, kind) : [];
  const own = custom.map(async (field) =>
    mapped(`${CUSTOM}${field.key}`, field.label, {
      ...customShape(field, field.type === 'user' ? await members(this) : []),
      required: field.required && isNew,
    }),
  );
  return { fields: await Promise.all([...standard, ...own]) };
}

/** The fields that a change can empty. */
export async function getEmptied(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const { fields } = await getFields.call(this);
  return fields.map(({ id, displayName }) => ({ name: displayName, value: id }));
}

type Shape = { type: FieldType; options?: INodePropertyOptions[] };

function mapped(
  id: string,
  displayName: string,
  { required, ...shape }: Shape & { required: boolean },
): ResourceMapperField {
  return { id, displayName, required, ...shape, display: true, defaultMatch: false, removed: !required };
}

/** How the editor asks for a value. A day is a text: a time would fall on another day elsewhere. */
function shapeOf(schema: Schema, names: INodePropertyOptions[]): Shape {
  if (names.length > 0) return { type: 'options', options: names };
  const [one = schema] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (one.enum) return chosen(one.enum.map((value) => ({ name: labelled(value), value })));
  if (one.type === 'integer' || one.type === 'number') return { type: 'number' };
  if (one.type === 'boolean' || one.type === 'array' || one.type === 'object') return { type: one.type };
  return { type: one.format === 'date-time' ? 'dateTime' : 'string' };
}

const CUSTOM_TYPES: Record<string, FieldType> = {
  number: 'number',
  money: 'object',
  time: 'dateTime',
  choices: 'array',
  boolean: 'boolean',
};

function customShape({ type, options }: CustomField, users: INodePropertyOptions[]): Shape {
  if (users.length > 0) return chosen(users);
  if (type !== 'choice') return { type: CUSTOM_TYPES[type] ?? 'string' };
  const open = options.filter(({ archived }) => !archived);
  return chosen(open.map(({ key, label }) => ({ name: label, value: key })));
}

function chosen(options: INodePropertyOptions[]): Shape {
  return { type: 'options', options };
}

/** What the mapping of fields gives for one item. */
export type Mapping = {
  mode: string;
  value: IDataObject | null;
  schema: { id: string }[];
  /** Fields to empty. */
  emptied: string[];
};

/**
 * The body of a request, with the fields of an Account's own apart. A field that nobody filled in
 * is left out. An empty text empties a field in a change, and says nothing in a new record.
 */
export function bodyOf({ mode, value, schema, emptied }: Mapping, item: IDataObject, isNew: boolean) {
  const known = new Set(schema.map(({ id }) => id));
  const values = mode === 'autoMapInputData' ? chosenFrom(item, (name) => known.has(name)) : (value ?? {});
  const said = Object.entries(values)
    .filter(([, one]) => one !== null && one !== undefined && !(isNew && one === ''))
    .map(([name, one]) => [name, one === '' ? null : one] as const);
  const given = Object.fromEntries([...said, ...emptied.map((name) => [name, null] as const)]);
  const own = Object.entries(given).filter(([name]) => name.startsWith(CUSTOM));
  return {
    body: chosenFrom(given, (name) => !name.startsWith(CUSTOM)),
    custom: Object.fromEntries(own.map(([name, one]) => [name.slice(CUSTOM.length), one])) as IDataObject,
  };
}

function chosenFrom(values: IDataObject, isChosen: (name: string) => boolean): IDataObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isChosen(name)));
}
