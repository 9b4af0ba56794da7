import { Alert, Anchor, Badge, Group, Loader, Text } from '@mantine/core';
import type { ChangeInFull, KeptValue } from '@rapport/contract/changes';
import { Link } from '@tanstack/react-router';
import { KINDS_WITH_PAGES, kindNamed, nameOf } from '../fields/kinds.ts';
import { useReferred } from '../fields/titles.ts';
import { fieldOf, useViews } from '../fields/view.ts';
import { Section } from '../layout/section.tsx';
import { changes as texts } from '../texts/changes.ts';

/** Says that a change was taken back, by an undo that stands. */
export function TakenBack() {
  return (
    <Badge variant="light" size="sm" radius="sm" color="gray" tt="none" className="uncut">
      {texts.undone}
    </Badge>
  );
}

/** What came of an undo: how much is as before, and what stays as it is and why. */
export function Outcome({ outcome }: { outcome: NonNullable<ChangeInFull['outcome']> }) {
  const { state, undone, kept, kept_count } = outcome;
  if (state === 'running') {
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm">{texts.taking}</Text>
      </Group>
    );
  }
  return (
    <>
      <Text size="sm">{texts.took(undone)}</Text>
      {state === 'stopped' && (
        <Alert color="orange" variant="light">
          {texts.stopped}
        </Alert>
      )}
      {kept_count > 0 && (
        <Section title={texts.kept}>
          <KeptList kept={kept} count={kept_count} />
        </Section>
      )}
    </>
  );
}

/** How many of them are shown. A person reads no more. */
const SHOWN_MAX = 200;

/** What stays as it is, each with its reason. `count` may be more than are named. */
export function KeptList({ kept, count }: { kept: KeptValue[]; count: number }) {
  const shown = kept.slice(0, SHOWN_MAX);
  return (
    <>
      <ul className="kept-list">
        {shown.map((value) => (
          <Kept key={`${value.uuid} ${value.field}`} value={value} />
        ))}
      </ul>
      {count > shown.length && <Text size="sm">{texts.keptMore(count - shown.length)}</Text>}
    </>
  );
}

function Kept({ value: { resource, uuid, field, reason } }: { value: KeptValue }) {
  const view = useViews()[resource];
  const what = field === null ? texts.keptWhole : ((view && fieldOf(view, field)?.label) ?? field);
  return (
    <li>
      <Name resource={resource} uuid={uuid} />: {what}. {reason}
    </li>
  );
}

/** The name of a record with a link. A deleted one is named by its kind, and its page says more. */
function Name({ resource, uuid }: { resource: string; uuid: string }) {
  const kind = kindNamed(resource);
  const record = useReferred(resource, uuid);
  const name = (record && kind && nameOf(record, kind.title)) || kind?.one || resource;
  if (!kind || !KINDS_WITH_PAGES.includes(kind)) return <b>{name}</b>;
  return (
    <Anchor
      component={Link}
      to={`${kind.path}/${uuid}`}
      size="sm"
      underline="always"
      className="break-anywhere"
    >
      {name}
    </Anchor>
  );
}
