import type { CsvFieldOf, RecordDefinition } from '@rapport/contract/records/define-record';
import { isMergeable } from '@rapport/contract/records/merges';
import type { Labels } from '../texts/record-kinds.ts';
import { records } from '../texts/records.ts';
import { kindNamed } from './kinds.ts';
import type { Field, Look } from './values/field.ts';
import { fieldsOf } from './values/fields-of.ts';
import type { RecordView } from './view.ts';

/** The parts of a view that do not follow from the definition of the kind. */
type Own = Pick<RecordView, 'texts' | 'columns' | 'default_columns' | 'phone_columns' | 'new_fields'> &
  Partial<RecordView>;

/** Returns the view of a kind: the parts that follow from its definition, and `own`. */
export function viewOf<D extends RecordDefinition>(
  definition: D,
  labels: Labels<D>,
  looks: Record<string, Look>,
  own: Own,
): RecordView {
  const { name, path, list, named_by, needs, csv_columns } = definition;
  const fields = fieldsOf(definition, labels, looks);
  return {
    resource: name,
    path: path.replace('/api/v2', ''),
    list,
    title: named_by,
    naming: [named_by, ...needs.filter(({ length }) => length === 1).flat()],
    fields,
    csv_columns,
    import_fields: csvLabels(csv_columns, labels),
    bulk_fields: ['owner_uuid', 'tags'],
    required_fields: [],
    head: { facts: [] },
    glance: [],
    hasHistory: false,
    isMergeable: isMergeable(definition),
    isMatched: definition.match_by !== undefined,
    ...own,
    columns: columnsOf(fields, own.columns),
    related: (own.related ?? []).filter(({ resource }) => kindNamed(resource)),
  };
}

/** Returns the columns: those named first, then the other fields by which a list sorts. */
function columnsOf(fields: Field[], first: string[]): string[] {
  const sortable = fields.filter(({ isSortable }) => isSortable).map(({ name }) => name);
  const named = first.filter((column) => fields.some(({ name }) => name === column));
  return [...new Set([...named, ...sortable])];
}

/**
 * Returns the label for each column of a CSV file: the name of the field, or of the part that the
 * column fills.
 */
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
