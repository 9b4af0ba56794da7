import { Badge, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Time } from '../../layout/time.tsx';
import type { RecordData } from '../data.ts';
import { ChoiceBadge } from '../fields/choice-badge.tsx';
import { sayCustom } from '../fields/custom.ts';
import { CUSTOM_PREFIX, customKeysOf, isCustom, labelOfCustom } from '../fields/custom-name.ts';
import { DueDay } from '../fields/day.tsx';
import type { Field, FieldType } from '../fields/field.ts';
import { type Address, firstOf, type Point } from '../fields/rows.ts';
import { sayAmountOf, sayDate } from '../fields/say.ts';
import { sayCountry } from '../fields/standard-choices.ts';
import { type Names, sayOwner } from '../names.ts';
import { Referred } from '../referred.tsx';
import { fieldOf, type RecordView, titleOf } from '../view.ts';

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

/** The number of tags or links that fit into a cell. */
const SHOWN = 2;

/** Returns all columns of a kind, in their order. */
export function columnsOf(view: RecordView): Column[] {
  return view.columns.map((name) => {
    const column = columnOf(fieldOf(view, name)!);
    return name === view.title ? { ...column, render: (record) => titleLink(view, record) } : column;
  });
}

/** Returns the columns with these names, in the order of the names. */
export function chosenColumns(view: RecordView, names: string[], widths: Record<string, number>): Column[] {
  const own = new Map(columnsOf(view).map((column) => [column.name, column]));
  const columns = names.flatMap((name) => (isCustom(name) ? [customColumn(name)] : (own.get(name) ?? [])));
  return columns.map((column) => ({ ...column, width: widths[column.name] ?? column.width }));
}

function titleLink(view: RecordView, record: RecordData): ReactNode {
  return (
    <Link
      to={`${view.path}/$uuid` as string}
      params={{ uuid: record.uuid } as never}
      className="row-link"
      data-completed={record.completed_at ? true : undefined}
    >
      {titleOf(view, record)}
    </Link>
  );
}

type Cell = Pick<Column, 'text'> & Partial<Pick<Column, 'render' | 'hasTitle' | 'hasLinks'>>;

function columnOf(field: Field): Column {
  const { name, label, width, isSortable } = field;
  const cell = (CELLS[field.type] ?? textCell)(field);
  const isNumber = field.type === 'decimal' || field.type === 'number';
  return { name, label, width, isSortable, isNumber, render: cell.text, hasTitle: true, ...cell };
}

const textCell = ({ name }: Field): Cell => ({ text: (record) => String(record[name] ?? '') });

const CELLS: Partial<Record<FieldType, (field: Field) => Cell>> = {
  choice: choiceCell,
  tags: tagsCell,
  emails: pointsCell,
  phones: pointsCell,
  addresses: ({ name }) => ({ text: (record) => sayPlace(record[name] as Address[]) }),
  time: ({ name }) => ({
    text: (record) => String(record[name] ?? ''),
    hasTitle: false,
    render: (record) => (record[name] ? <Time at={String(record[name])} /> : null),
  }),
  user: ({ name }) => ({
    text: (record, names) => (record[name] ? sayOwner(String(record[name]), names) : ''),
  }),
  named: ({ name }) => ({ text: (record, names) => names[String(record[name])] ?? '' }),
  reference: ({ name, to }) => ({
    text: () => '',
    hasTitle: false,
    hasLinks: true,
    render: (record) => (record[name] ? <Referred resource={to!} uuid={String(record[name])} /> : null),
  }),
  links: linksCell,
  boolean: ({ name, label }) => ({ text: (record) => (record[name] ? label : '') }),
  date: (field) => ({
    text: (record) => (record[field.name] ? sayDate(String(record[field.name])) : ''),
    render: (record) => (record[field.name] ? <DueDay field={field} record={record} /> : null),
  }),
  decimal: (field) => ({ text: (record) => sayAmountOf(field, record) }),
};

function choiceCell({ name, choices, colours }: Field): Cell {
  const text = (record: RecordData) => choices?.[String(record[name])] ?? '';
  if (!colours) return { text };
  return {
    text,
    hasTitle: false,
    render: (record) => <ChoiceBadge label={text(record)} colour={colours[String(record[name])]} />,
  };
}

function tagsCell({ name }: Field): Cell {
  const tagsOf = (record: RecordData) => record[name] as string[];
  return {
    text: (record) => tagsOf(record).join(', '),
    render: (record) => <Tags tags={tagsOf(record)} />,
  };
}

function Tags({ tags }: { tags: string[] }) {
  return (
    <div className="tags-cell">
      {tags.slice(0, SHOWN).map((tag) => (
        <Badge key={tag} variant="default" size="sm" tt="none" fw={500}>
          {tag}
        </Badge>
      ))}
      <More count={tags.length - SHOWN} />
    </div>
  );
}

function More({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <Text span size="xs" c="dimmed">
      +{count}
    </Text>
  );
}

function linksCell({ name, key, to }: Field): Cell {
  return {
    text: () => '',
    hasTitle: false,
    hasLinks: true,
    render: (record) => {
      const links = record[name] as { [key: string]: unknown }[];
      const ordered = links.toSorted((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false));
      return (
        <div className="tags-cell links-cell">
          {ordered.slice(0, SHOWN).map((link) => (
            <Referred
              key={String(link[key!])}
              resource={to ?? String(link.resource)}
              uuid={String(link[key!])}
            />
          ))}
          <More count={links.length - SHOWN} />
        </div>
      );
    },
  };
}

function pointsCell({ name }: Field): Cell {
  const pointsOf = (record: RecordData) => record[name] as Point[];
  return {
    text: (record) =>
      pointsOf(record)
        .map(({ value }) => value)
        .join('\n'),
    render: (record) => firstOf(pointsOf(record))?.value ?? '',
  };
}

function sayPlace(addresses: Address[]): string {
  const address = firstOf(addresses);
  return [address?.city, address?.region, address?.country && sayCountry(address.country)]
    .filter(Boolean)
    .join(', ');
}

/** Returns the custom fields of these records, as names of columns. */
export function customColumnNames(records: RecordData[]): string[] {
  return customKeysOf(records).map((key) => CUSTOM_PREFIX + key);
}

function customColumn(name: string): Column {
  const label = labelOfCustom(name);
  const text = ({ custom }: RecordData) => (Object.hasOwn(custom, label) ? sayCustom(custom[label]) : '');
  return { name, label, width: 160, isSortable: false, text, render: text, hasTitle: true };
}
