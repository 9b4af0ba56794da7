import { Skeleton, Stack, Text } from '@mantine/core';
import type { Event } from '@rapport/contract/events';
import { useInfiniteQuery } from '@tanstack/react-query';
import { request, withQuery } from '../api/request.ts';
import { MoreButton } from '../layout/more-button.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Time } from '../layout/time.tsx';
import { clients, FIELD_LABELS } from '../texts/clients.ts';
import { FIELDS } from './field-kinds.ts';
import { useNames } from './names.ts';

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
  if (!events.data) return events.error ? problem : <Skeleton h={120} />;
  const all = events.data.pages.flatMap((page) => page.data);
  if (all.length === 0) return <Text size="sm">{clients.timelineEmpty}</Text>;
  return (
    <Stack gap="sm">
      {problem}
      <ol className="timeline">
        {all.map((event) => (
          <li key={event.uuid}>
            <Text size="sm">
              <b>{clients.happened[event.event.split('.')[1]!] ?? event.event}</b> {sayActor(event, names)}{' '}
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

/** "by Ada Lovelace", and the token or application when it was not done on these pages. */
function sayActor({ actor }: Event, names: Record<string, string>): string {
  const person = (actor.user_uuid && names[actor.user_uuid]) || actor.name;
  const through =
    actor.type === 'browser_session' || person === actor.name ? '' : ` ${clients.via(actor.name)}`;
  return `${clients.by(person)}${through}`;
}

function Changes({ event, names }: { event: Event; names: Record<string, string> }) {
  return (
    <ul className="changes">
      {event.changed_fields
        .filter((name) => name !== 'version' && name !== 'updated_at')
        .map((name) => (
          <li key={name}>
            {FIELD_LABELS[name] ?? name}: <del>{sayValue(name, event.previous?.[name], names)}</del>{' '}
            <ins>{sayValue(name, event.data[name], names)}</ins>
          </li>
        ))}
    </ul>
  );
}

function sayValue(name: string, value: unknown, names: Record<string, string>): string {
  if (value === null || value === undefined) return clients.emptyValue;
  const kind = FIELDS.find(([field]) => field === name)?.[1];
  const text = kind
    ? (kind.toShow ?? kind.toText)(value as never)
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
  const said = kind?.choices?.[text] ?? names[text] ?? text;
  if (!said) return clients.emptyValue;
  return said.length > 120 ? `${said.slice(0, 120)}…` : said;
}
