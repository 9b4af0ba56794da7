import { Stack, Text } from '@mantine/core';
import type { Client } from '@rapport/contract/clients';
import type { Event } from '@rapport/contract/events';
import { useInfiniteQuery } from '@tanstack/react-query';
import { request, withQuery } from '../api/request.ts';
import { Loading } from '../layout/loading.tsx';
import { MoreButton } from '../layout/more-button.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Time } from '../layout/time.tsx';
import { clients, FIELD_LABELS } from '../texts/clients.ts';
import { sayCustom } from './custom.ts';
import { FIELDS } from './field-kinds.ts';
import { type Names, sayActor, sayOwner, useNames } from './names.ts';

type Page = { data: Event[]; next_cursor: string | null };

/** Every change of a Client: when, what, by whom and by which token or application. The newest first. */
export function Timeline({ uuid }: { uuid: string }) {
  const names = useNames();
  const events = useInfiniteQuery({
    queryKey: ['clients', 'timeline', uuid],
    queryFn: ({ pageParam, signal }) =>
      request<Page>('GET', withQuery(`/api/v2/clients/${uuid}/events`, { cursor: pageParam, limit: 20 }), {
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  });
  const problem = <ProblemAlert error={events.error} onRetry={events.refetch} />;
  if (!events.data) return events.error ? problem : <Loading h={120} />;
  const all = events.data.pages.flatMap((page) => page.data);
  if (all.length === 0) return <Text size="sm">{clients.timelineEmpty}</Text>;
  return (
    <Stack gap="sm">
      {problem}
      <ol className="timeline">
        {all.map((event) => (
          <li key={event.uuid}>
            <Text size="sm">
              <b>{clients.happened[event.event.split('.')[1]!] ?? event.event}</b>{' '}
              {sayActor(event.actor, names)}{' '}
              <Text span size="sm" c="dimmed">
                <Time at={event.created_at} />
              </Text>
            </Text>
            {event.previous && <Changes event={event} names={names} />}
          </li>
        ))}
      </ol>
      <MoreButton pages={events} />
    </Stack>
  );
}

function Changes({ event, names }: { event: Event; names: Names }) {
  return (
    <ul className="changes">
      {event.changed_fields
        .filter((name) => name !== 'version' && name !== 'updated_at')
        .flatMap((name) => (name === 'custom' ? customChanges(event) : [change(event, name, names)]))
        .map(({ key, label, before, after }) => (
          <li key={key}>
            {label}: <del>{before}</del> <ins>{after}</ins>
          </li>
        ))}
    </ul>
  );
}

type Change = { key: string; label: string; before: string; after: string };

function change({ previous, data }: Event, name: string, names: Names): Change {
  return {
    key: name,
    label: FIELD_LABELS[name] ?? name,
    before: sayValue(name, previous?.[name], names),
    after: sayValue(name, data[name], names),
  };
}

/** The custom fields are one field of the API, and each its own to a person. */
function customChanges({ previous, data }: Event): Change[] {
  const [before, after] = [previous?.custom, data.custom].map((custom) => (custom ?? {}) as Client['custom']);
  return [...new Set([...Object.keys(before!), ...Object.keys(after!)])]
    .filter((name) => JSON.stringify(before![name]) !== JSON.stringify(after![name]))
    .map((name) => ({
      key: `custom ${name}`,
      label: name,
      before: shorten(sayCustom(before![name])),
      after: shorten(sayCustom(after![name])),
    }));
}

function sayValue(name: string, value: unknown, names: Names): string {
  if (value === null || value === undefined) return clients.emptyValue;
  const kind = FIELDS.find(([field]) => field === name)?.[1];
  const text = kind
    ? (kind.toShow ?? kind.toText)(value as never)
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
  if (name === 'owner_uuid') return sayOwner(text, names);
  return shorten(kind?.choices?.[text] ?? names[text] ?? text);
}

function shorten(said: string): string {
  if (!said) return clients.emptyValue;
  return said.length > 120 ? `${said.slice(0, 120)}…` : said;
}
