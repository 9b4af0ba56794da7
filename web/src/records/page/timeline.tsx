import { Anchor, Stack, Switch, Text } from '@mantine/core';
import type { Event } from '@rapport/contract/events';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { request, withQuery } from '../../api/request.ts';
import { Loading } from '../../layout/loading.tsx';
import { MoreButton } from '../../layout/more-button.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { Time } from '../../layout/time.tsx';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import { CUSTOM_PREFIX } from '../fields/custom-name.ts';
import type { Field } from '../fields/field.ts';
import { FIELD_TYPES, kindOf } from '../fields/field-types.ts';
import { sayLink } from '../fields/value-links.tsx';
import { kindNamed, nameOf } from '../kinds.ts';
import { type Names, sayActor, sayOwner } from '../names.ts';
import { Referred } from '../referred.tsx';
import { apiPath, fieldOf, queryKey, type RecordView, useView } from '../view.ts';
import { Notes } from './notes.tsx';
import { WrittenValue } from './written-value.tsx';

type Page = { data: Event[]; next_cursor: string | null };

/**
 * The history of a record and of the notes, tasks and other records about it, newest first. Each
 * entry says who changed what, when, and by which token or application.
 */
export function Timeline({ uuid, names }: { uuid: string; names: Names }) {
  const view = useView();
  const [isAlone, setIsAlone] = useState(false);
  const related = view.hasHistory && !isAlone ? 'true' : undefined;
  const events = useInfiniteQuery({
    queryKey: queryKey(view, 'timeline', uuid, related),
    queryFn: ({ pageParam, signal }) =>
      request<Page>(
        'GET',
        withQuery(`${apiPath(view, uuid)}/events`, { cursor: pageParam, limit: 20, related }),
        {
          signal,
        },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  });
  const problem = <ProblemAlert error={events.error} onRetry={events.refetch} />;
  if (!events.data) return events.error ? problem : <Loading h={120} />;
  const all = events.data.pages.flatMap((page) => page.data);
  if (all.length === 0) return <Text size="sm">{records.timelineEmpty}</Text>;
  return (
    <Stack gap="sm">
      {problem}
      {view.hasHistory && (
        <Switch
          size="xs"
          label={records.onlyThis}
          checked={isAlone}
          onChange={(event) => setIsAlone(event.currentTarget.checked)}
        />
      )}
      <ol className="timeline">
        {all.map((event) => (
          <li key={event.uuid}>
            <Text size="sm">
              <b>{sayHappened(event, event.data.uuid === uuid)}</b>{' '}
              {event.data.uuid !== uuid && <Subject event={event} />} {sayActor(event.actor, names)}{' '}
              <Text span size="sm" c="dimmed">
                <Time at={event.created_at} />
              </Text>
            </Text>
            <Content event={event} isOwn={event.data.uuid === uuid} />
            {event.previous && event.data.uuid === uuid && <Changes event={event} names={names} />}
          </li>
        ))}
      </ol>
      <MoreButton pages={events} />
    </Stack>
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

/** A link to the other record of the event. */
function Subject({ event }: { event: Event }) {
  const resource = event.event.split('.')[0]!;
  const kind = kindNamed(resource);
  const uuid = String(event.data.uuid);
  if (!kind) return null;
  return (
    <Anchor component={Link} to={`${kind.path}/${uuid}`} size="sm" className="break-anywhere">
      {/* A Note has no title. Its text is shown below. */}
      {resource === 'note' ? records.openNote : nameOf(event.data as RecordData, kind.title) || kind.one}
    </Anchor>
  );
}

/** The text of a note, or the outcome of a task. */
function Content({ event, isOwn }: { event: Event; isOwn: boolean }) {
  const { body, outcome } = event.data as { body?: unknown; outcome?: unknown };
  const isDeleted = event.event.endsWith('.deleted');
  if (isOwn) return null;
  if (event.event.startsWith('note.') && !isDeleted && typeof body === 'string')
    return (
      <div className="entry">
        <Notes text={body} />
      </div>
    );
  if (typeof outcome === 'string' && outcome !== '' && !isDeleted)
    return <div className="entry keep-lines">{outcome}</div>;
  return null;
}

function Changes({ event, names }: { event: Event; names: Names }) {
  const view = useView();
  return (
    <ul className="changes">
      {event.changed_fields
        .filter((name) => name !== 'version' && name !== 'updated_at')
        .flatMap((name) =>
          name === 'custom' ? customChanges(view, event, names) : [change(view, event, name, names)],
        )
        .map(({ key, label, before, after }) => (
          <li key={key}>
            {label}: <del>{before}</del> <ins>{after}</ins>
          </li>
        ))}
    </ul>
  );
}

type Change = { key: string; label: string; before: ReactNode; after: ReactNode };

function change(view: RecordView, { previous, data }: Event, name: string, names: Names): Change {
  return {
    key: name,
    label: fieldOf(view, name)?.label ?? name,
    before: sayValue(view, name, previous?.[name], names),
    after: sayValue(view, name, data[name], names),
  };
}

/** Returns a change for each custom field, although all are one field of the API. */
function customChanges(view: RecordView, event: Event, names: Names): Change[] {
  const { previous, data } = event;
  const [before, after] = [previous?.custom, data.custom].map(
    (custom) => (custom ?? {}) as Record<string, unknown>,
  );
  return [...new Set([...Object.keys(before!), ...Object.keys(after!)])]
    .filter((name) => JSON.stringify(before![name]) !== JSON.stringify(after![name]))
    .map((name) => ({
      key: `custom ${name}`,
      label: fieldOf(view, CUSTOM_PREFIX + name)?.label ?? name,
      before: <WrittenValue event={event} name={name} value={before![name]} names={names} />,
      after: <WrittenValue event={event} name={name} value={after![name]} names={names} />,
    }));
}

function sayValue(view: RecordView, name: string, value: unknown, names: Names): ReactNode {
  if (value === null || value === undefined) return records.emptyValue;
  const field = fieldOf(view, name);
  if (field && FIELD_TYPES[field.type].isOfRecords) return <Named field={field} value={value} />;
  const kind = field && kindOf(field);
  const text = kind
    ? (kind.toShow ?? kind.toText)(value as never)
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
  if (field && FIELD_TYPES[field.type].isMember) return sayOwner(text, names);
  return shorten(kind?.choices?.[text] ?? names[text] ?? text);
}

/** The records that a value names. */
function Named({ field: { to, key }, value }: { field: Field; value: unknown }) {
  if (!Array.isArray(value)) return <Referred resource={to!} uuid={String(value)} isPlain />;
  const links = value as Record<string, string>[];
  if (links.length === 0) return records.emptyValue;
  return links.map((link, index) => (
    <Fragment key={link[key!]}>
      {index > 0 && ', '}
      <Referred resource={to ?? link.resource!} uuid={link[key!]!} isPlain />
      {sayLink(link, links.length > 1) && ` (${sayLink(link, links.length > 1)})`}
    </Fragment>
  ));
}

function shorten(said: string): string {
  if (!said) return records.emptyValue;
  return said.length > 120 ? `${said.slice(0, 120)}…` : said;
}
