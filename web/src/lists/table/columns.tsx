import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RecordData } from '../../fields/data.ts';
import { DRAWN } from '../../fields/drawn/drawn.tsx';
import type { Names } from '../../fields/names.ts';
import { markOf } from '../../fields/record-face.tsx';
import type { Field } from '../../fields/values/field.ts';
import { FIELD_TYPES, isEmpty, isMisfit, sayField, valueIn } from '../../fields/values/field-types.ts';
import { fieldOf, type RecordView, titleOf } from '../../fields/view.ts';
import { Face } from '../../layout/face.tsx';
import { records } from '../../texts/records.ts';

export type Column = {
  name: string;
  label: string;
  width: number;
  isSortable: boolean;
  render: (record: RecordData, names: Names) => ReactNode;
  /** Returns the whole value, which may be longer than the cell. */
  text: (record: RecordData, names: Names) => string;
  /** True when a tooltip shows the whole value. */
  hasTitle: boolean;
  /** True when numbers are aligned by their digits. */
  isNumber?: boolean;
  /** True when the cell contains links. A click may follow a link, so a button opens the editor. */
  hasLinks?: boolean;
};

/** Returns all columns of a kind, in their order. */
export function columnsOf(view: RecordView): Column[] {
  return view.columns.map((name) => {
    const column = columnOf(fieldOf(view, name)!);
    return name === view.title
      ? { ...column, render: (record, names) => <TitleCell view={view} record={record} names={names} /> }
      : column;
  });
}

/** Returns the columns with these names, in the order of the names. */
export function chosenColumns(view: RecordView, names: string[], widths: Record<string, number>): Column[] {
  const own = new Map(columnsOf(view).map((column) => [column.name, column]));
  const columns = names.flatMap((name) => {
    const field = fieldOf(view, name);
    return own.get(name) ?? (field?.custom_key === undefined ? [] : [columnOf(field)]);
  });
  return columns.map((column) => ({ ...column, width: widths[column.name] ?? column.width }));
}

const OWNER = { field: 'owner_uuid', say: records.ownedBy };

/** The name of a record with its initials or icon, and its owner as a small face. */
function TitleCell({ view, record, names }: { view: RecordView; record: RecordData; names: Names }) {
  const { field, say } = view.person ?? OWNER;
  const person = record[field] as string | null;
  const name = person && names[person];
  return (
    <div className="title-cell">
      {markOf(view, record)}
      <Link
        to={`${view.path}/$uuid` as string}
        params={{ uuid: record.uuid } as never}
        className="row-link"
        data-completed={record.completed_at ? true : undefined}
      >
        {titleOf(view, record)}
      </Link>
      {name && <Face id={person} name={name} label={say(name)} />}
    </div>
  );
}

function columnOf(field: Field): Column {
  const { name, label, width, isSortable } = field;
  const text = (record: RecordData, names: Names) => sayField(field, record, names);
  const { draw, ...drawn } = DRAWN[field.type]?.(field) ?? {};
  const { isNumber = false } = FIELD_TYPES[field.type];
  return {
    name,
    label,
    width,
    isSortable,
    isNumber,
    text,
    render: (record, names) => {
      const value = valueIn(record, field);
      if (!draw || isMisfit(field, value)) return text(record, names);
      return isEmpty(value) ? null : draw(value as never, record, names);
    },
    hasTitle: true,
    ...drawn,
  };
}
