import { Anchor, Stack, Text } from '@mantine/core';
import type { ChangeInFull } from '@rapport/contract/changes';
import type { Event } from '@rapport/contract/events';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useNameAmongAll } from '../accounts/current-account.ts';
import { pagesOf } from '../api/queries.ts';
import { readWhile } from '../api/query-client.ts';
import { getChange } from '../api/undo.ts';
import { EventChanges } from '../fields/drawn/event-changes.tsx';
import { IfGone } from '../fields/drawn/referred.tsx';
import { KINDS_WITH_PAGES, kindNamed } from '../fields/kinds.ts';
import { type Names, sayActor, useNames } from '../fields/names.ts';
import { useViews, ViewProvider } from '../fields/view.ts';
import { BackLink } from '../layout/back-link.tsx';
import { Fact } from '../layout/fact.tsx';
import { Loading } from '../layout/loading.tsx';
import { MoreButton } from '../layout/more-button.tsx';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { RecordProblem } from '../layout/record-problem.tsx';
import { Section } from '../layout/section.tsx';
import { Time } from '../layout/time.tsx';
import { Subject } from '../record/page/timeline.tsx';
import { changes as texts } from '../texts/changes.ts';
import { records } from '../texts/records.ts';
import { sayCounts, sayKinds, sayOther, useMayUndo } from './change.ts';
import { Outcome, TakenBack } from './outcome.tsx';
import { UndoButton } from './undo-button.tsx';

/** How often the page asks for the state of an undo that a job does. */
const ASK_EVERY_MS = 2000;

/** The page of one change: who, when, how, what it did to each record, and its undo. */
export function ChangePage() {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  // Of a change in several Accounts, the list names the one that is meant.
  const { account_uuid } = useSearch({ strict: false }) as { account_uuid?: string };
  const names = useNames();
  const mayUndo = useMayUndo();
  const { data, error, refetch } = useQuery({
    queryKey: ['changes', 'one', uuid, account_uuid],
    queryFn: ({ signal }) => getChange(uuid, account_uuid, signal),
    refetchInterval: readWhile<ChangeInFull>(({ outcome }) => outcome?.state === 'running', ASK_EVERY_MS),
  });
  const back = <BackLink to="/settings/changes" label={texts.back} />;
  if (!data)
    return error ? <RecordProblem error={error} onRetry={refetch} back={back} /> : <Loading h={360} />;
  return (
    <Page
      title={`${sayKinds(data)}: ${sayCounts(data)}`}
      back={back}
      actions={
        data.undone_by === null ? mayUndo(data) && <UndoButton key={uuid} change={data} /> : <TakenBack />
      }
    >
      <ProblemAlert error={error} onRetry={refetch} />
      <Facts change={data} names={names} />
      {data.outcome && <Outcome outcome={data.outcome} />}
      <Done change={data} names={names} />
    </Page>
  );
}

function Facts({ change, names }: { change: ChangeInFull; names: Names }) {
  const { undoes, undone_by, undoable_until } = change;
  const account = useNameAmongAll()(change.account_uuid);
  return (
    <dl className="fields">
      <Fact name={texts.who}>
        <span className="break-anywhere">{sayActor(change.actor, names)}</span>
      </Fact>
      <Fact name={texts.when}>
        <Time at={change.created_at} />
      </Fact>
      {account && (
        <Fact name={records.account}>
          <span className="break-anywhere">{account}</span>
        </Fact>
      )}
      <Fact name={texts.how}>{texts.sources[change.source] ?? change.source}</Fact>
      {undoes !== null && <Other label={texts.undoes} uuid={undoes} />}
      {undone_by !== null && <Other label={texts.undoneBy} uuid={undone_by} />}
      {undoable_until !== null && (
        <Fact name={texts.until}>
          <Time at={undoable_until} />
        </Fact>
      )}
    </dl>
  );
}

function Other({ label, uuid }: { label: string; uuid: string }) {
  return (
    <Fact name={label}>
      <Anchor component={Link} to={`/settings/changes/${uuid}`} size="sm">
        {texts.anotherChange}
      </Anchor>
    </Fact>
  );
}

/** What the change did to each record. */
function Done({ change: { uuid, account_uuid }, names }: { change: ChangeInFull; names: Names }) {
  const views = useViews();
  const events = useInfiniteQuery({
    queryKey: ['changes', 'events', uuid, account_uuid],
    ...pagesOf<Event>(`/api/v2/changes/${uuid}/events`, { account_uuid, limit: 50 }),
  });
  if (!events.data) return events.error ? <ProblemAlert error={events.error} /> : <Loading h={200} />;
  return (
    <Section title={texts.records}>
      <Stack component="ol" gap="md" m={0} pl="lg">
        {events.data.pages
          .flatMap((page) => page.data)
          .map((event) => {
            const [resource, action] = event.event.split('.') as [string, string];
            const view = views[resource];
            const kind = kindNamed(resource);
            const { label, name } = event.data as { label?: string; name?: string };
            return (
              <li key={event.uuid}>
                <Text size="sm" className="has-links">
                  <b>{texts.event(kind?.one ?? sayOther(resource), action)}</b>{' '}
                  {kind && KINDS_WITH_PAGES.includes(kind) ? <Subject event={event} /> : (label ?? name)}{' '}
                  {kind && action !== 'deleted' && (
                    <IfGone resource={resource} uuid={String(event.data.uuid)} />
                  )}
                </Text>
                {event.previous && view && (
                  <ViewProvider value={view}>
                    <EventChanges event={event} names={names} />
                  </ViewProvider>
                )}
              </li>
            );
          })}
      </Stack>
      <MoreButton pages={events} />
    </Section>
  );
}
