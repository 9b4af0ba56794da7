import { Button, Group, NativeSelect, Table, Text, TextInput } from '@mantine/core';
import type { CustomField } from '@rapport/contract/custom-fields';
import type { Import, PlannedColumn, PlannedFile } from '@rapport/contract/imports';
import { CUSTOM_FIELD_TYPES } from '@rapport/contract/records/declared-fields';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { reads } from '../api/queries.ts';
import { useViews } from '../fields/view.ts';
import { TARGET_LABELS, TYPE_LABELS, imports as texts } from '../texts/imports.ts';
import { columnFor, type Declared, optionOf, optionOfField, optionOfType } from './column-options.ts';

type Options = { group: string; items: { value: string; label: string }[] }[];

/** The columns of a file with what each becomes. Those without a value are hidden at first. */
export function Columns(props: {
  draft: Import;
  place: number;
  planned: PlannedFile;
  onChange: (columns: PlannedColumn[]) => void;
}) {
  const { draft, place, planned, onChange } = props;
  const [showsEmpty, setShowsEmpty] = useState(false);
  const { options, labelOf, declared } = useOptions(draft, planned.resource!);
  const { columns } = draft.files[place]!;
  const empty = columns.filter(({ filled }) => filled === 0).length;
  const change = (at: number, column: PlannedColumn) =>
    onChange(planned.columns.map((one, index) => (index === at ? column : one)));
  return (
    <>
      <div className="table-scroll">
        <Table className="stacking-table">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.column}</Table.Th>
              <Table.Th>{texts.becomes}</Table.Th>
              <Table.Th>{texts.sample}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {planned.columns.map((column, index) =>
              columns[index]!.filled === 0 && !showsEmpty ? null : (
                <ColumnLine
                  key={`${index} ${column.column}`}
                  column={column}
                  samples={columns[index]!.samples}
                  options={options}
                  labelOf={labelOf}
                  declared={declared}
                  onChange={(changed) => change(index, changed)}
                />
              ),
            )}
          </Table.Tbody>
        </Table>
      </div>
      {empty > 0 && !showsEmpty && (
        <Group>
          <Button variant="default" size="compact-sm" onClick={() => setShowsEmpty(true)}>
            {texts.showEmpty(empty)}
          </Button>
        </Group>
      )}
    </>
  );
}

function ColumnLine(props: {
  column: PlannedColumn;
  samples: string[];
  options: Options;
  labelOf: (target: string) => string;
  declared: Declared;
  onChange: (column: PlannedColumn) => void;
}) {
  const { column, samples, options, labelOf, declared, onChange } = props;
  const name = column.column || texts.unnamed;
  return (
    <Table.Tr>
      <Table.Td fw="bold" className="break-anywhere">
        {name}
        <Samples samples={samples} isStacked />
      </Table.Td>
      <Table.Td w={270}>
        <NativeSelect
          size="xs"
          aria-label={texts.becomesOf(name)}
          data={options}
          value={optionOf(column, declared)}
          onChange={(event) => onChange(columnFor(column, event.currentTarget.value, declared))}
        />
        {column.also !== undefined && (
          <Text size="xs" c="dimmed" fw={400} mt={4}>
            {column.also === 'custom' ? texts.alsoNames : texts.also(labelOf(column.also))}
          </Text>
        )}
        {LABELLED.includes(column.to ?? '') && column.slot === undefined && (
          <LabelInput column={column} name={name} onChange={onChange} />
        )}
      </Table.Td>
      <Table.Td className="when-beside">
        <Samples samples={samples} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Targets that a record may have several of, told apart by a label. */
const LABELLED = ['email', 'phone', 'street', 'city', 'postal_code', 'region', 'country'];

/** The label is saved when the field is left, because each change makes a new preview. */
function LabelInput(props: {
  column: PlannedColumn;
  name: string;
  onChange: (column: PlannedColumn) => void;
}) {
  const { column, name, onChange } = props;
  const [label, setLabel] = useState(column.label ?? '');
  const save = () => {
    const { label: before = '', ...rest } = column;
    if (label.trim() !== before) onChange(label.trim() === '' ? rest : { ...rest, label: label.trim() });
  };
  return (
    <TextInput
      mt={4}
      size="xs"
      maxLength={50}
      placeholder={texts.label}
      aria-label={texts.labelOf(name)}
      value={label}
      onChange={(event) => setLabel(event.currentTarget.value)}
      onBlur={save}
    />
  );
}

function Samples({ samples, isStacked = false }: { samples: string[]; isStacked?: boolean }) {
  return (
    <Text
      size="sm"
      c="dimmed"
      fw={400}
      lineClamp={isStacked ? 3 : 1}
      className={isStacked ? 'when-stacked break-anywhere' : 'break-anywhere'}
    >
      {samples.join(' · ')}
    </Text>
  );
}

/** What the columns of a kind can become, in groups, and the custom fields that it has. */
function useOptions({ account_uuid, fields, plan }: Import, resource: string) {
  const view = useViews()[resource]!;
  const labelOf = useCallback(
    (name: string) => TARGET_LABELS[name] ?? view.import_fields[name] ?? name,
    [view],
  );
  const { data } = useQuery(
    reads<CustomField[]>(['custom-fields', account_uuid, resource], '/api/v2/custom-fields', {
      account_uuid,
      resource,
    }),
  );
  const keys = plan.files
    .filter((file) => file.resource === resource)
    .flatMap(({ columns }) => columns.filter(({ to, type }) => to === 'custom' && !type))
    .map(({ column, key = column }) => key)
    .join('\n');
  const lists = useMemo(() => {
    const used = data?.filter(({ archived_at }) => archived_at === null) ?? [];
    const declared: Declared = new Map(used.map((field) => [field.key, field]));
    const own = (fields[resource] ?? []).filter((name) => name !== 'custom');
    const items = own.map((value) => ({ value, label: labelOf(value) }));
    const loose = [...new Set(keys.split('\n'))].filter((key) => key !== '' && !declared.has(key));
    const options: Options = [
      { group: texts.groupNone, items: [{ value: '', label: texts.leaveOut }] },
      {
        group: view.texts.one,
        items: items.toSorted((a, b) => a.label.localeCompare(b.label)),
      },
      {
        group: texts.groupCustom,
        items: used.map(({ key, label }) => ({ value: optionOfField(key), label })),
      },
      {
        group: texts.groupNew,
        items: CUSTOM_FIELD_TYPES.filter((type) => type !== 'user').map((type) => ({
          value: optionOfType(type),
          label: texts.newField(TYPE_LABELS[type]),
        })),
      },
      {
        group: texts.groupLoose,
        items: [
          { value: 'custom', label: texts.loose },
          ...loose.map((key) => ({ value: optionOfField(key), label: texts.looseAs(key) })),
        ],
      },
    ];
    return { options: options.filter(({ items: list }) => list.length > 0), declared };
  }, [fields, resource, view, labelOf, data, keys]);
  return { ...lists, labelOf };
}
