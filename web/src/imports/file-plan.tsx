import { Checkbox, MultiSelect, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { IMPORTED_KINDS } from '@rapport/contract/imported-kinds';
import type { Import, MatchKey, PlannedFile } from '@rapport/contract/imports';
import { useViews } from '../fields/view.ts';
import { Section } from '../layout/section.tsx';
import { MATCH_LABELS, imports as texts } from '../texts/imports.ts';
import { Columns } from './columns.tsx';
import { useReadAnew } from './imports.ts';

/** What one file of a draft becomes: its kind, its styles, by what rows are found, its columns. */
export function FilePlan(props: {
  draft: Import;
  place: number;
  planned: PlannedFile;
  onChange: (changes: Partial<PlannedFile>) => void;
}) {
  const { draft, place, planned, onChange } = props;
  const views = useViews();
  const file = draft.files[place]!;
  const kinds = IMPORTED_KINDS.map((kind) => ({ value: kind as string, label: views[kind]!.texts.title }));
  const isAsked = (code: string) => draft.warnings.some((one) => one.file === place && one.code === code);
  return (
    <Section title={file.name} about={texts.rows(file.rows)}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
        <NativeSelect
          label={texts.resource}
          data={[...kinds, { value: '', label: texts.leaveFile }]}
          value={planned.resource ?? ''}
          onChange={(event) => onChange({ resource: event.currentTarget.value || null })}
        />
        <HeaderLine draft={draft} place={place} />
        {planned.resource !== null && <MatchBy planned={planned} draft={draft} onChange={onChange} />}
        <Style
          label={texts.dayOrder}
          choices={texts.dayOrders}
          value={planned.day_order}
          isAsked={isAsked('day_order_needed')}
          onChange={(day_order) => onChange({ day_order })}
        />
        <Style
          label={texts.decimal}
          choices={texts.decimals}
          value={planned.decimal}
          isAsked={isAsked('decimal_needed')}
          onChange={(decimal) => onChange({ decimal })}
        />
      </SimpleGrid>
      {planned.resource !== null && (
        <Columns
          draft={draft}
          place={place}
          planned={planned}
          onChange={(columns) => onChange({ columns })}
        />
      )}
    </Section>
  );
}

/** More lines than stand above a header. */
const LINES_SHOWN = 12;

/** Where the names of the columns stand. Another choice reads the file anew. */
function HeaderLine({ draft, place }: { draft: Import; place: number }) {
  const { sent, again } = useReadAnew(draft);
  const { name, format, header_line } = draft.files[place]!;
  if (!sent || (format !== 'csv' && format !== 'xlsx')) return null;
  const count = Math.max(LINES_SHOWN, header_line ?? 0);
  const lines = Array.from({ length: count }, (_, line) => ({
    value: String(line + 1),
    label: texts.headerLine(line + 1),
  }));
  const choose = (value: string) => {
    const line = value === 'none' ? ('none' as const) : Number(value);
    again.mutate({ header_lines: { ...sent.header_lines, [name]: line } });
  };
  return (
    <NativeSelect
      label={texts.header}
      data={[...lines, { value: 'none', label: texts.headerNone }]}
      value={String(again.variables?.header_lines?.[name] ?? header_line ?? 'none')}
      disabled={again.isPending}
      error={again.error?.message}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

/** How the cells of a file are written, where they show it or where the User has to say it. */
function Style<S extends string>(props: {
  label: string;
  choices: Record<S, string>;
  value: S | null;
  isAsked: boolean;
  onChange: (value: S | null) => void;
}) {
  const { label, choices, value, isAsked, onChange } = props;
  if (value === null && !isAsked) return null;
  const data = Object.entries<string>(choices).map(([value, label]) => ({ value, label }));
  return (
    <NativeSelect
      label={label}
      withAsterisk={isAsked}
      data={value === null ? [{ value: '', label: texts.chooseOne }, ...data] : data}
      value={value ?? ''}
      onChange={(event) => onChange((event.currentTarget.value || null) as S | null)}
    />
  );
}

/** The keys by which rows of each kind can find a record. */
const KEYS: Record<string, MatchKey[]> = {
  client: ['external_id', 'domain', 'email', 'phone', 'name_city'],
  contact: ['external_id', 'email', 'phone', 'name_city'],
  deal: ['external_id', 'title'],
  task: ['external_id'],
  note: ['external_id'],
};

function MatchBy(props: {
  planned: PlannedFile;
  draft: Import;
  onChange: (changes: Partial<PlannedFile>) => void;
}) {
  const { planned, draft, onChange } = props;
  const keys = KEYS[planned.resource!] ?? [];
  // When all rows are created, nobody looks for records that are there.
  if (draft.plan.on_match === 'create' || keys.length < 2) return <Stack gap={0} />;
  return (
    <Stack gap="xs">
      <MultiSelect
        label={texts.matchBy}
        description={
          <Text span inherit>
            {texts.matchHint}
          </Text>
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={keys.map((value) => ({ value, label: MATCH_LABELS[value] }))}
        value={planned.match_by}
        onChange={(match_by) => onChange({ match_by })}
      />
      <Checkbox
        label={texts.takeHints}
        description={texts.takeHintsHint}
        checked={planned.take_hints ?? false}
        onChange={(event) => onChange({ take_hints: event.currentTarget.checked })}
      />
    </Stack>
  );
}
