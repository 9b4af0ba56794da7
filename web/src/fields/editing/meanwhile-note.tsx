import { Stack, Text } from '@mantine/core';
import type { Event } from '@rapport/contract/events';
import { Time, useHasCome } from '../../layout/time.tsx';
import { records } from '../../texts/records.ts';
import type { DeletedRecord } from '../deleted/deleted.ts';
import { Restore, WhoDeleted } from '../deleted/gone.tsx';
import { EventChanges } from '../drawn/event-changes.tsx';
import { type Names, sayActor, sayPerson, useNames } from '../names.ts';
import { useView } from '../view.ts';

/** A change of less than this age has happened just now. */
const JUST_NOW_MS = 60_000;

/** Says what others changed while one edits. `clash` is their change of what one has typed over. */
export function MeanwhileNote(props: {
  events: Event[];
  deletion: DeletedRecord | null;
  clash: Event | undefined;
  label: string;
}) {
  const { events, deletion, clash, label } = props;
  const view = useView();
  const names = { ...useNames(), ...view.useNames?.() };
  return (
    <div role="status">
      {deletion && (
        <Text size="xs" fw="bold" component="div">
          <WhoDeleted record={deletion} />
          <Restore uuid={deletion.uuid} />
        </Text>
      )}
      {events.length > 0 && (
        <Stack gap={4}>
          {events.map((event) => (
            <Happened key={event.uuid} event={event} names={names} />
          ))}
          {clash && (
            <Text size="xs" fw="bold" c="var(--mantine-color-error)">
              {records.clash(sayPerson(clash.actor, names), label)}
            </Text>
          )}
        </Stack>
      )}
    </div>
  );
}

function Happened({ event, names }: { event: Event; names: Names }) {
  const isOld = useHasCome(new Date(Date.parse(event.created_at) + JUST_NOW_MS).toISOString());
  const action = event.event.split('.')[1]!;
  return (
    <Text size="xs" component="div">
      {records.happened[action] ?? action} {sayActor(event.actor, names)}{' '}
      {/* A screen reader is not to read the time whenever it changes. */}
      <span aria-live="off">{isOld ? <Time at={event.created_at} /> : records.justNow}</span>
      {event.previous && <EventChanges event={event} names={names} />}
    </Text>
  );
}
