import '../record.css';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RecordData } from '../../fields/data.ts';
import { sayValue } from '../../fields/drawn/say-value.tsx';
import { kindNamed } from '../../fields/kinds.ts';
import { useNames } from '../../fields/names.ts';
import type { Field } from '../../fields/values/field.ts';
import { valueIn } from '../../fields/values/field-types.ts';
import { type RecordView, titleOf, useView } from '../../fields/view.ts';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { merge as texts } from '../../texts/merge.ts';
import { type Choice, type Difference, isNothing } from './choices.ts';
import type { Merging } from './use-merge.ts';

/** Two records side by side, with a choice for each field in which they differ. */
export function Compare({ merging, canChoose = true }: { merging: Merging; canChoose?: boolean }) {
  const view = useView();
  const { into, from, differences } = merging;
  return (
    <Stack gap="sm">
      <div className="compare compare-head">
        <span />
        <Head view={view} record={into} label={texts.stays} />
        <Head view={view} record={from} label={texts.goes} />
      </div>
      {differences.length === 0 && <Text size="sm">{texts.alike}</Text>}
      {differences.map((difference) => (
        <Row key={difference.field.name} difference={difference} merging={merging} canChoose={canChoose} />
      ))}
      {canChoose && <Effect merging={merging} />}
    </Stack>
  );
}

/** The name of a compared record, below what it is. */
export function Head({ view, record, label }: { view: RecordView; record: RecordData; label: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Anchor
        component={Link}
        to={`${view.path}/${record.uuid}`}
        fw="bold"
        size="sm"
        className="break-anywhere"
      >
        {titleOf(view, record)}
      </Anchor>
    </div>
  );
}

function Row(props: { difference: Difference; merging: Merging; canChoose: boolean }) {
  const { merging, canChoose } = props;
  const { field, isList, usual } = props.difference;
  const { name, label } = field;
  const { into, from, chosen, choose } = merging;
  const choice = chosen[name] ?? usual;
  const mayBoth = isList && !isNothing(valueIn(into, field)) && !isNothing(valueIn(from, field));
  const option = (value: Choice, children: ReactNode) => {
    const said = <span className="keep-lines break-anywhere">{children}</span>;
    if (!canChoose) return <div className="value">{said}</div>;
    return (
      <label className={choice === value ? 'value chosen' : 'value'}>
        <input
          type="radio"
          name={`merge-${name}`}
          checked={choice === value}
          onChange={() => choose(name, value)}
        />
        {said}
      </label>
    );
  };
  return (
    <fieldset className="compare" aria-label={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {option('into', <Value record={into} field={field} />)}
      {option('from', <Value record={from} field={field} />)}
      {canChoose && mayBoth && <div className="compare-both">{option('both', texts.both)}</div>}
    </fieldset>
  );
}

function Value({ record, field }: { record: RecordData; field: Field }) {
  const view = useView();
  const names = useNames();
  const value = valueIn(record, field);
  if (isNothing(value))
    return (
      <Text span size="sm" c="dimmed">
        {texts.nothing}
      </Text>
    );
  return sayValue(view, field.name, value, names);
}

/** What the merge would do beside the record that stays. */
function Effect({ merging: { tried } }: { merging: Merging }) {
  if (tried.error) return <ProblemAlert error={tried.error} onRetry={tried.refetch} />;
  const moved = tried.data?.moved ?? [];
  const what = moved.map(({ resource, count }) =>
    texts.counted(count, (count === 1 ? kindNamed(resource)?.one : kindNamed(resource)?.label) ?? resource),
  );
  return (
    <Text size="sm" role="status" mih="1.5em">
      {tried.data && (what.length > 0 ? texts.moves(what.join(', ')) : texts.movesNothing)}
    </Text>
  );
}

/** The buttons that every merge has. */
export function MergeButtons({ merging, children }: { merging: Merging; children?: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs">
      {children}
      <Button variant="default" onClick={merging.swap}>
        {texts.swap}
      </Button>
      <Button loading={merging.isMerging} disabled={!merging.tried.data} onClick={() => void merging.merge()}>
        {texts.action}
      </Button>
    </Group>
  );
}
