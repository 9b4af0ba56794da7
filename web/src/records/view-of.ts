import type { CsvFieldOf, RecordDefinition } from '@rapport/contract/records/define-record';
import { records } from '../texts/records.ts';
import { fieldsOf, type Look } from './fields/field.ts';
import { kindNamed } from './kinds.ts';
import type { RecordView } from './view.ts';

/** The part of a view that the definition of a kind does not give. */
type Own = Pick<RecordView, 'texts' | 'columns' | 'default_columns' | 'phone_columns' | 'new_fields'> &
  Partial<RecordView>;

/** The view of a kind: what follows from its definition, and what is its own. */
export function viewOf(
  definition: RecordDefinition,
  labels: Record<string, string>,
  looks: Record<string, Look>,
  own: Own,
): RecordView {
  const { name, path, list, named_by, csv_columns } = definition;
  const fields = fieldsOf(definition, labels, looks);
  return {
    resource: name,
    path: path.replace('/api/v2', ''),
    list,
    title: named_by,
    fields,
    csv_columns,
    import_fields: csvLabels(csv_columns, labels),
    identifying_fields: [named_by, 'first_name', 'last_name', 'external_id'],
    bulk_fields: ['owner_uuid', 'tags'],
    required_fields: [],
    glance: [],
    hasHistory: false,
    ...own,
    columns: own.columns.filter((column) => fields.some(({ name }) => name === column)),
    related: (own.related ?? []).filter(({ resource }) => kindNamed(resource)),
  };
}

/** A column of a CSV file by the label of its field, or of the part of the field that it fills. */
function csvLabels(
  columns: Record<string, CsvFieldOf>,
  labels: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, { field, part }]) => [
      name,
      (part && part !== 'value' && PARTS[part]) || labels[name] || labels[field] || name,
    ]),
  );
}

const PARTS: Record<string, string> = records.addressParts;
