import type { CustomField } from '@rapport/contract/custom-fields';
import { RECORDS } from '@rapport/contract/records/all';
import { declaredListField } from '@rapport/contract/records/declared-fields';
import { filterParameters } from '../../platform/lists/list-schema.ts';

type Parameter = { in: string; name: string; required: boolean; description?: string; schema: object };
type Properties = Record<string, { properties?: object }>;
/** An OpenAPI document, as far as custom fields are in it. */
export type Description = {
  paths: Record<string, { get?: { parameters?: Parameter[] } }>;
  components: { schemas: Record<string, { properties?: Properties }> };
};

/** The parameter that stands for those of all fields, while nobody knows which there are. */
const ANY = 'filter[custom.KEY]';

/**
 * Puts the fields of an Account into the description of the API: the filters of each by its own
 * name, with the operators of its type, and each as a property of `custom`.
 */
export function describeFields(description: Description, fields: readonly CustomField[]): void {
  for (const { name, path, title } of RECORDS) {
    const own = fields.filter(({ resource, archived_at }) => resource === name && archived_at === null);
    for (const list of [path, `${path}.csv`]) {
      const { parameters = [] } = description.paths[list]?.get ?? {};
      const at = parameters.findIndex((one) => one.name === ANY);
      if (at >= 0) parameters.splice(at, 0, ...own.flatMap(filtersOf));
    }
    const properties = Object.fromEntries(own.map(({ key, ...field }) => [key, propertyOf(field)]));
    for (const schema of [`New${title}`, `${title}Changes`, title]) {
      const custom = description.components.schemas[schema]?.properties?.custom;
      if (custom) custom.properties = properties;
    }
  }
}

/** Lists look into values of most types; others are found as those of a key without a field. */
function filtersOf(field: CustomField): Parameter[] {
  const listed = declaredListField(field);
  if (listed.type === 'custom') return [];
  const parameters = filterParameters({ fields: { [`custom.${field.key}`]: listed } });
  const described = Object.entries(parameters) as [string, { description: string }][];
  return described.map(([name, { description, ...schema }]) => ({
    in: 'query',
    name,
    required: false,
    description: `${field.label}. ${description}`,
    schema,
  }));
}

function propertyOf({ label, help, type, options }: Omit<CustomField, 'key'>): object {
  const open = options.filter(({ archived }) => !archived);
  const chosen = open.length > 0 && `One of ${open.map(({ key, label }) => `${key} (${label})`).join(', ')}.`;
  return { title: label, description: [`${type}.`, chosen, help].filter(Boolean).join(' ') };
}
