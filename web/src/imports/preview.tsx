import { Anchor, Badge, Table, Text } from '@mantine/core';
import type { Import, ImportRow, RowOutcome } from '@rapport/contract/imports';
import { CUSTOM_PREFIX } from '@rapport/contract/records/declared-fields';
import { Link } from '@tanstack/react-router';
import { Section } from '../layout/section.tsx';
import type { RecordData } from '../records/data.ts';
import { useDeclared } from '../records/declared-fields.ts';
import { FIELD_TYPES, sayField } from '../records/fields/field-types.ts';
import { fieldOf, type RecordView, useViews } from '../records/view.ts';
import { OUTCOME_LABELS, TARGET_LABELS, imports as texts } from '../texts/imports.ts';
import { useNames } from './names.ts';
import { sayValue } from './say.ts';

const COLOURS: Record<RowOutcome, string> = {
  created: 'teal',
  updated: 'blue',
  unchanged: 'gray',
  skipped: 'gray',
  refused: 'red',
};

/** The first rows as they will look. `isOld`: a change of the plan is on its way. */
export function Preview({ draft, isOld }: { draft: Import; isOld: boolean }) {
  if (draft.preview.length === 0) return null;
  return (
    <Section title={texts.preview} about={texts.previewAbout}>
      <div style={{ opacity: isOld ? 0.5 : 1 }} aria-busy={isOld}>
        <RowTable rows={draft.preview} files={draft.files} account_uuid={draft.account_uuid} />
      </div>
    </Section>
  );
}

/** Rows with what became, or would become, of each. */
export function RowTable(props: { rows: ImportRow[]; files: Import['files']; account_uuid: string }) {
  const names = useNames(props.account_uuid);
  return (
    <Table verticalSpacing="xs" className="stacking-table">
      <Table.Tbody>
        {props.rows.map((row) => (
          <RowLine
            key={`${row.file} ${row.line}`}
            row={row}
            files={props.files}
            account_uuid={props.account_uuid}
            names={names}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function RowLine(props: {
  row: ImportRow;
  files: Import['files'];
  account_uuid: string;
  names: Record<string, string>;
}) {
  const { row, files, account_uuid, names } = props;
  const views = useViews();
  const view = useDeclared(views[row.resource]!, account_uuid);
  const where = [view.texts.one, files.length > 1 && files[row.file]?.name, texts.line(row.line)];
  return (
    <Table.Tr>
      <Table.Td w={110}>
        <OutcomeBadge outcome={row.outcome} />
      </Table.Td>
      <Table.Td className="break-anywhere">
        <Text size="sm" fw={600}>
          {row.uuid === null ? (
            (row.title ?? '–')
          ) : (
            <Anchor component={Link} to={`${view.path}/${row.uuid}`} inherit>
              {row.title ?? '–'}
            </Anchor>
          )}
        </Text>
        {row.fields && (
          <Text size="xs" lineClamp={3}>
            {fieldsSaid(row.fields, views, view, names)}
          </Text>
        )}
        {row.losses.map(({ column, detail }, index) => (
          <Text key={index} size="xs" className="loss">
            {texts.without(column, detail)}
          </Text>
        ))}
      </Table.Td>
      <Table.Td w={200} className="break-anywhere">
        <Text size="xs" c="dimmed">
          {where.filter(Boolean).join(' · ')}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

function OutcomeBadge({ outcome }: { outcome: ImportRow['outcome'] }) {
  return (
    <Badge variant="light" color={COLOURS[outcome as RowOutcome]} size="sm" tt="none" className="uncut">
      {OUTCOME_LABELS[outcome as RowOutcome]}
    </Badge>
  );
}

/** A row has room for three lines: what people look for comes first, what says least last. */
const FIRST = ['emails', 'phones', 'client', 'contact'];
const LAST = ['description', 'custom', 'owner_uuid', 'assignee_uuid', 'external_id'];

function rankOf(name: string): number {
  const first = FIRST.indexOf(name);
  return first === -1 ? LAST.indexOf(name) + 1 : first - FIRST.length;
}

/** `E-mail: ann@example.com · City: Bonn`, without the name, which stands above. */
function fieldsSaid(
  fields: Record<string, unknown>,
  views: Record<string, RecordView>,
  view: RecordView,
  names: Record<string, string>,
): string {
  const inTitle = [view.title, 'first_name', 'last_name'];
  const labelOf = (name: string) =>
    view.fields.find((field) => field.name === name)?.label ??
    views[name]?.texts.one ??
    TARGET_LABELS[name] ??
    name;
  return Object.entries(fields)
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
    .flatMap(([name, value]) =>
      name === 'custom' ? customsSaid(value as object, view, names) : [[labelOf(name), value, name]],
    )
    .filter(([, value, name]) => !inTitle.includes(name as string) && value !== null && value !== '')
    .map(([label, value, name]) => {
      const choices = view.fields.find((field) => field.name === name)?.choices;
      return `${label}: ${choices?.[String(value)] ?? sayValue(value, names)}`;
    })
    .join(' · ');
}

/** The custom fields of a row by their labels. One that the start creates has its key. */
function customsSaid(custom: object, view: RecordView, names: Record<string, string>): [string, unknown][] {
  return Object.entries(custom).map(([key, value]) => {
    const field = fieldOf(view, CUSTOM_PREFIX + key);
    return field && !FIELD_TYPES[field.type].isUndeclared
      ? [field.label, sayField(field, { custom } as RecordData, names)]
      : [key, value];
  });
}
