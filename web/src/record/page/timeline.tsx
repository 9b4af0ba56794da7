import { Anchor, Text, UnstyledButton } from '@mantine/core';
import { dayAt, plusDays } from '@rapport/contract/days';
import type { Event } from '@rapport/contract/events';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useEffect, useState } from 'react';
import { pagesOf } from '../../api/queries.ts';
import { ZONE } from '../../api/zone.ts';
import type { RecordData } from '../../fields/data.ts';
import { EventChanges } from '../../fields/drawn/event-changes.tsx';
import { KINDS_WITH_PAGES, kindNamed, nameOf } from '../../fields/kinds.ts';
import { useMayWrite } from '../../fields/may-write.ts';
import { type Names, sayActor } from '../../fields/names.ts';
import { sayDate } from '../../fields/values/say.ts';
import { type Activity, apiPath, queryKey, usePanels, useView } from '../../fields/view.ts';
import { isGone } from '../../layout/is-gone.ts';
import { ActivityIcon } from '../../layout/kind-icon.tsx';
import { Loading } from '../../layout/loading.tsx';
import { MoreButton } from '../../layout/more-button.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { sayClock, sayExactTime } from '../../layout/say-time.ts';
import { ThreadLine } from '../../mail/thread-line.tsx';
import { useThreads } from '../../mail/use-threads.ts';
import { changes } from '../../texts/changes.ts';
import { records } from '../../texts/records.ts';
import { daysOf, type Entry, withThreads } from './entries.ts';
import { Notes } from './notes.tsx';

/** What of a history is shown: everything, what people said of one sort, or what fields became. */
const SORTS = ['all', 'notes', 'calls', 'mails', 'changes'] as const;
type Sort = (typeof SORTS)[number];

/** The sort of what people said, by its kind or the type of its task. */
const SORT_OF: Record<string, Sort> = { note: 'notes', call: 'calls', meeting: 'calls', email: 'mails' };

/** A sort is looked for in so many events before it takes a press to go on. */
const LOOKED_THROUGH = { limit: 100, pages_max: 5, enough: 10 };

/**
 * The history of a record, of the notes, tasks and other records about it, and its mails, by days,
 * newest first. Each entry says who changed what, when, and by which token or application.
 */
export function Timeline({ uuid, names }: { uuid: string; names: Names }) {
  const { hasHistory } = useView();
  const [sort, setSort] = useState<Sort>('all');
  const { days, events, mails } = useHistory(uuid, hasHistory ? sort : 'changes');
  const isRead = events.data !== undefined && !events.isFetching && !mails.isPending;
  return (
    <section aria-label={records.timeline}>
      {hasHistory && (
        <div className="shown-tabs">
          {SORTS.map((one) => (
            <UnstyledButton
              key={one}
              className="shown-tab"
              aria-pressed={sort === one}
              onClick={() => setSort(one)}
            >
              {records.sortsOfHistory[one]}
            </UnstyledButton>
          ))}
        </div>
      )}
      {/* That the record is gone is said above. */}
      {!isGone(events.error) && <ProblemAlert error={events.error} onRetry={events.refetch} />}
      {!isGone(mails.pages.error) && <ProblemAlert error={mails.pages.error} onRetry={mails.pages.refetch} />}
      {!events.data && !events.error && <Loading h={320} />}
      {days.length === 0 && isRead && !events.hasNextPage && (
        <Text size="sm">{sort === 'all' ? records.timelineEmpty : records.noneOfSort}</Text>
      )}
      <div className="timeline" hidden={days.length === 0}>
        {days.map(({ day, entries }) => (
          <Fragment key={day}>
            <div className="time-head">{sayHead(day)}</div>
            <ol>
              {entries.map((entry) =>
                'thread' in entry ? (
                  <ThreadLine key={entry.thread.uuid} thread={entry.thread} />
                ) : (
                  <EntryLine key={entry.event.uuid} entry={entry} uuid={uuid} names={names} />
                ),
              )}
            </ol>
          </Fragment>
        ))}
      </div>
      <MoreButton pages={events.hasNextPage ? events : mails.pages} />
    </section>
  );
}

/** Reads the history by pages. Those of one sort are looked for in larger ones. */
function useHistory(uuid: string, sort: Sort) {
  const view = useView();
  const { activityOf } = usePanels();
  const isOfSort = sort !== 'all' && sort !== 'changes';
  const related = sort === 'changes' ? undefined : 'true';
  const limit = isOfSort ? LOOKED_THROUGH.limit : 20;
  const events = useInfiniteQuery({
    queryKey: queryKey(view, 'timeline', uuid, related, limit),
    ...pagesOf<Event>(`${apiPath(view, uuid)}/events`, { limit, related }),
    // The other choice stays until this one is read, so that nothing jumps.
    placeholderData: keepPreviousData,
  });
  const all = events.data?.pages.flatMap((page) => page.data);
  // Of the mails, those are shown that are as new as the events read so far.
  const until = events.hasNextPage ? all?.at(-1)?.created_at : undefined;
  const hasMails = view.hasHistory && (sort === 'all' || sort === 'mails');
  const mails = useThreads(uuid, { isShown: hasMails && all !== undefined, until });
  const isSaid = (event: Event) => event.data.uuid !== uuid && isWords(event, activityOf?.(event) ?? null);
  const shown = isOfSort ? all?.filter((event) => isSaid(event) && SORT_OF[sortOf(event)] === sort) : all;
  const days = withThreads(daysOf(shown ?? [], ZONE, isSaid), mails.threads, ZONE);
  const { hasNextPage, isFetching, isError, fetchNextPage } = events;
  const isRare = isOfSort && (shown?.length ?? 0) < LOOKED_THROUGH.enough;
  const looksFurther = isRare && hasNextPage && (events.data?.pages.length ?? 0) < LOOKED_THROUGH.pages_max;
  useEffect(() => {
    if (looksFurther && !isFetching && !isError) void fetchNextPage();
  }, [looksFurther, isFetching, isError, fetchNextPage]);
  return { days, events, mails };
}

/** Today and yesterday by name, other days by their date. */
function sayHead(day: string): string {
  const today = dayAt(new Date(), ZONE);
  if (day === today) return records.today;
  return day === plusDays(today, -1) ? records.yesterday : sayDate(day);
}

/** True for what people said or heard, rather than what a field became. */
function isWords({ event }: Event, activity: Activity | null): boolean {
  const [resource, action] = event.split('.') as [string, string];
  return action !== 'deleted' && (activity?.said !== undefined || kindNamed(resource)?.isText === true);
}

/** What happened, by whom and when. What people said has an icon, a change is one small line. */
function EntryLine({ entry, uuid, names }: { entry: Entry; uuid: string; names: Names }) {
  const { event, isTakenBack } = entry;
  const mayUndo = useMayWrite()(event.account_uuid);
  const { activityOf } = usePanels();
  const isOwn = event.data.uuid === uuid;
  const activity = isOwn ? null : (activityOf?.(event) ?? null);
  const said = activity?.said ?? sayHappened(event, isOwn);
  const isNamed = !isOwn && activity?.isNamed !== false;
  const resource = event.event.split('.')[0]!;
  // A list of changes is no part of a paragraph.
  const Said = isOwn ? 'div' : 'p';
  const hasWords = !isOwn && (activity !== null || isWords(event, activity));
  return (
    <li className={hasWords ? undefined : 'is-change'}>
      <span className="timeline-icon" data-sort={hasWords ? sortOf(event) : undefined}>
        {hasWords && (activity?.icon ?? <ActivityIcon resource={resource} type={event.data.type} />)}
      </span>
      <div className="timeline-entry">
        <div className="timeline-head">
          <Said className="timeline-said">
            <b>{isNamed || isOwn ? said : <Subject event={event} name={said} />}</b>{' '}
            {isNamed && <Subject event={event} />} {activity && <activity.Details uuid={uuid} />}
            {event.previous && isOwn && <EventChanges event={event} names={names} />}
            {sayActor(event.actor, names)}
            {event.proposal && records.proposedBy(event.proposal.proposed_by.name)}
            {isTakenBack && ` ${records.andBack}`}
          </Said>
          {event.change_uuid !== undefined && mayUndo && !isTakenBack && !isOfFile(event) && (
            <Anchor
              component={Link}
              to={`/settings/changes/${event.change_uuid}`}
              className="see-change"
              aria-label={`${changes.undoOne} ${said}`}
            >
              {changes.undoOne}
            </Anchor>
          )}
          <time className="timeline-time" dateTime={event.created_at} title={sayExactTime(event.created_at)}>
            {sayClock(event.created_at)}
          </time>
        </div>
        <Content event={event} isOwn={isOwn} />
      </div>
    </li>
  );
}

/** What colours the icon of an entry: the sort of its activity, or its kind. */
function sortOf({ event, data }: Event): string {
  return event.startsWith('task.') ? String(data.type) : event.split('.')[0]!;
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
  if (resource === 'proposal')
    return (
      <Anchor component={Link} to={`/settings/proposals/${uuid}`} size="sm">
        {records.openProposal}
      </Anchor>
    );
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
