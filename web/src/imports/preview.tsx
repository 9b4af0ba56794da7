import { Anchor, Badge, Table, Text } from '@mantine/core';
import type { Import, ImportRow, RowOutcome } from '@rapport/contract/imports';
import { CUSTOM_PREFIX } from '@rapport/contract/records/declared-fields';
import { Link } from '@tanstack/react-router';
import type { RecordData } from '../fields/data.ts';
import { useDeclared } from '../fields/declared-fields.ts';
import { useReferred } from '../fields/titles.ts';
import type { Field } from '../fields/values/field.ts';
import { FIELD_TYPES, sayField } from '../fields/values/field-types.ts';
import { fieldOf, type RecordView, useViews } from '../fields/view.ts';
import { Rows } from '../layout/rows.tsx';
import { Section } from '../layout/section.tsx';
import { sayLoss } from '../texts/import-losses.ts';
import { OUTCOME_LABELS, TARGET_LABELS, imports as texts } from '../texts/imports.ts';
import { records } from '../texts/records.ts';
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
    <Rows verticalSpacing="xs">
      {props.rows.map((row) => (
        <RowLine
          key={`${row.file} ${row.line}`}
          row={row}
          files={props.files}
          account_uuid={props.account_uuid}
          names={names}
        />
      ))}
    </Rows>
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
  const isGone = useReferred(row.resource, row.uuid) === null;
  const where = [view.texts.one, files.length > 1 && files[row.file]?.name, texts.line(row.line)];
  return (
    <Table.Tr>
      <Table.Td w={110}>
        <OutcomeBadge outcome={row.outcome} isGone={isGone} />
      </Table.Td>
      <Table.Td className="break-anywhere">
        <Text size="sm" fw="bold">
          {row.uuid === null ? (
            (row.title ?? '–')
          ) : (
            <Anchor
              component={Link}
              to={`${view.path}/${row.uuid}`}
              inherit
              c={isGone ? 'dimmed' : undefined}
            >
              {row.title ?? '–'}
            </Anchor>
          )}
        </Text>
        {isGone && (
          <Text size="xs" c="dimmed">
            {records.gone}
          </Text>
        )}
        {row.fields && (
          <Text size="xs" lineClamp={3}>
            {fieldsSaid(row.fields, views, view, names)}
          </Text>
        )}
        {row.losses.map(({ column, detail }, index) => (
          <Text key={index} size="xs" className="loss">
            {texts.without(column, sayLoss(detail))}
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

function OutcomeBadge({ outcome, isGone }: { outcome: ImportRow['outcome']; isGone: boolean }) {
  const colour = isGone ? 'gray' : COLOURS[outcome as RowOutcome];
  return (
    <Badge variant="light" color={colour} size="sm" tt="none" className="uncut">
      {OUTCOME_LABELS[outcome as RowOutcome]}
    </Badge>
  );
}

/** A row has room for three lines: what people look for comes first, what says least last. */
function rankOf(name: string, field: Field | undefined, views: Record<string, RecordView>): number {
  if (name in views) return -1;
  if (name === 'custom') return 1;
  if (!field) return 0;
  const { isReach, isSection, isMember } = FIELD_TYPES[field.type];
  if (isReach) return -2;
  return isSection || isMember || field.isId ? 2 : 0;
}

/** `E-mail: ann@example.com · City: Bonn`, without the name, which stands above. */
function fieldsSaid(
  fields: Record<string, unknown>,
  views: Record<string, RecordView>,
  view: RecordView,
  names: Record<string, string>,
): string {
  const fieldNamed = (name: unknown) => view.fields.find((field) => field.name === name);
  const rank = (name: string) => rankOf(name, fieldNamed(name), views);
  const labelOf = (name: string) =>
    fieldNamed(name)?.label ?? views[name]?.texts.one ?? TARGET_LABELS[name] ?? name;
  return Object.entries(fields)
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .flatMap(([name, value]) =>
      name === 'custom' ? customsSaid(value as object, view, names) : [[labelOf(name), value, name]],
    )
    .filter(([, value, name]) => !view.naming.includes(name as string) && value !== null && value !== '')
    .map(([label, value, name]) => {
      return `${label}: ${fieldNamed(name)?.choices?.[String(value)] ?? sayValue(value, names)}`;
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
