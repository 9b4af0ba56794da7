import { Anchor, Switch, Text } from '@mantine/core';
import type { Event } from '@rapport/contract/events';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pagesOf } from '../../api/queries.ts';
import type { RecordData } from '../../fields/data.ts';
import { EventChanges } from '../../fields/drawn/event-changes.tsx';
import { KINDS_WITH_PAGES, kindNamed, nameOf } from '../../fields/kinds.ts';
import { useMayWrite } from '../../fields/may-write.ts';
import { type Names, sayActor } from '../../fields/names.ts';
import { apiPath, queryKey, usePanels, useView } from '../../fields/view.ts';
import { isGone } from '../../layout/is-gone.ts';
import { ActivityIcon } from '../../layout/kind-icon.tsx';
import { Loading } from '../../layout/loading.tsx';
import { MoreButton } from '../../layout/more-button.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { Section } from '../../layout/section.tsx';
import { Time } from '../../layout/time.tsx';
import { changes } from '../../texts/changes.ts';
import { records } from '../../texts/records.ts';
import { Notes } from './notes.tsx';

/**
 * The history of a record and of the notes, tasks and other records about it, newest first. Each
 * entry says who changed what, when, and by which token or application.
 */
export function Timeline({ uuid, names }: { uuid: string; names: Names }) {
  const view = useView();
  const mayWrite = useMayWrite();
  const [isAlone, setIsAlone] = useState(false);
  const related = view.hasHistory && !isAlone ? 'true' : undefined;
  const events = useInfiniteQuery({
    queryKey: queryKey(view, 'timeline', uuid, related),
    ...pagesOf<Event>(`${apiPath(view, uuid)}/events`, { limit: 20, related }),
  });
  const all = events.data?.pages.flatMap((page) => page.data);
  const alone = (
    <Switch
      size="xs"
      label={records.onlyThis}
      checked={isAlone}
      onChange={(event) => setIsAlone(event.currentTarget.checked)}
    />
  );
  return (
    <Section title={records.timeline} actions={view.hasHistory && all && alone}>
      {/* That the record is gone is said above. */}
      {!isGone(events.error) && <ProblemAlert error={events.error} onRetry={events.refetch} />}
      {!all && !events.error && <Loading h={120} />}
      {all?.length === 0 && <Text size="sm">{records.timelineEmpty}</Text>}
      <ol className="timeline" hidden={!all?.length}>
        {all?.map((event) => (
          <li key={event.uuid}>
            <Entry event={event} uuid={uuid} names={names} mayUndo={mayWrite(event.account_uuid)} />
          </li>
        ))}
      </ol>
      <MoreButton pages={events} />
    </Section>
  );
}

/** What happened, by whom and when. Other records have their icon in front. */
function Entry(props: { event: Event; uuid: string; names: Names; mayUndo: boolean }) {
  const { event, uuid, names, mayUndo } = props;
  const isOwn = event.data.uuid === uuid;
  const { activityOf } = usePanels();
  const activity = isOwn ? null : (activityOf?.(event) ?? null);
  const said = activity?.said ?? sayHappened(event, isOwn);
  const isNamed = !isOwn && activity?.isNamed !== false;
  return (
    <>
      {!isOwn && (
        <span className="timeline-icon">
          {activity?.icon ?? <ActivityIcon resource={event.event.split('.')[0]!} type={event.data.type} />}
        </span>
      )}
      <Text size="sm">
        <b>{isNamed || isOwn ? said : <Subject event={event} name={said} />}</b>{' '}
        {isNamed && <Subject event={event} />} {activity && <activity.Details uuid={uuid} />}
        {sayActor(event.actor, names)}{' '}
        <Text span size="sm" c="dimmed">
          <Time at={event.created_at} />
        </Text>{' '}
        {event.change_uuid !== undefined && mayUndo && !isOfFile(event) && (
          <Anchor
            component={Link}
            to={`/settings/changes/${event.change_uuid}`}
            size="sm"
            c="dimmed"
            className="see-change"
            aria-label={`${changes.undoOne} ${said}`}
          >
            {changes.undoOne}
          </Anchor>
        )}
      </Text>
      <Content event={event} isOwn={isOwn} />
      {event.previous && isOwn && <EventChanges event={event} names={names} />}
    </>
  );
}

/**
 * Returns words such as `Deal won` or `Note added`. For the record of the page only `Won`, without
 * the kind.
 */
function sayHappened({ event }: Event, isOwn: boolean): string {
  const [resource, action] = event.split('.') as [string, string];
  if (isOwn) return records.happened[action] ?? action;
  return records.happenedTo[event] ?? records.happened[action] ?? `${resource} ${action}`;
}

/** Files have a trash of their own, and no undo. */
const isOfFile = ({ event }: Event) => event.startsWith('file.');

/** A link to the record of an event, by its own name or another one. */
export function Subject({ event, name }: { event: Event; name?: string }) {
  const resource = event.event.split('.')[0]!;
  const kind = kindNamed(resource);
  const uuid = String(event.data.uuid);
  // A file has no page of its own: it stands among the files of the record.
  if (isOfFile(event)) return <span className="break-anywhere">{String(event.data.name)}</span>;
  if (!kind || !KINDS_WITH_PAGES.includes(kind)) return null;
  return (
    <Anchor component={Link} to={`${kind.path}/${uuid}`} size="sm" className="break-anywhere">
      {/* The text is shown below. */}
      {name ?? (kind.isText ? records.openNote : nameOf(event.data as RecordData, kind.title) || kind.one)}
    </Anchor>
  );
}

/** The text of a note, or the outcome of a task. */
function Content({ event, isOwn }: { event: Event; isOwn: boolean }) {
  const [resource, action] = event.event.split('.') as [string, string];
  const kind = kindNamed(resource);
  const { outcome, [kind?.title ?? '']: text } = event.data as Record<string, unknown>;
  if (isOwn || action === 'deleted') return null;
  if (kind?.isText && typeof text === 'string')
    return (
      <div className="entry">
        <Notes text={text} />
      </div>
    );
  if (typeof outcome === 'string' && outcome !== '') return <div className="entry keep-lines">{outcome}</div>;
  return null;
}
