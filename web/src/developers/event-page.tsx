import { Anchor, Text } from '@mantine/core';
import type { Event } from '@rapport/contract/events';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { reads } from '../api/queries.ts';
import { BackLink } from '../layout/back-link.tsx';
import { CopyField } from '../layout/copy-field.tsx';
import { Fact } from '../layout/fact.tsx';
import { Loading } from '../layout/loading.tsx';
import { Page } from '../layout/page.tsx';
import { RecordProblem } from '../layout/record-problem.tsx';
import { Section } from '../layout/section.tsx';
import { Time } from '../layout/time.tsx';
import { developers as texts } from '../texts/developers.ts';
import { requests } from '../texts/requests.ts';

/**
 * The page of one event: its name, time, actor and request, with the body that all its deliveries
 * have.
 */
export function EventPage() {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const event = useQuery(reads<Event>(['events', 'one', uuid], `/api/v2/events/${uuid}`));
  const back = <BackLink to="/developers/events" label={texts.events} />;
  const problem = <RecordProblem error={event.error} onRetry={event.refetch} back={back} />;
  if (!event.data) return event.error ? problem : <Loading h={320} />;
  const { event: name, created_at, actor, request_id, changed_fields } = event.data;
  return (
    <Page title={name} back={back}>
      <Section title={texts.happened}>
        <dl className="fields">
          <Fact name={texts.when}>
            <Time at={created_at} />
          </Fact>
          <Fact name={texts.by}>{actor.name}</Fact>
          <Fact name={texts.request}>
            <Text size="sm" ff="monospace">
              {request_id}
            </Text>
            {actor.type !== 'browser_session' && (
              <Anchor component={Link} to="/developers/requests" search={{ request_id } as never} size="sm">
                {requests.ofRequest}
              </Anchor>
            )}
          </Fact>
          {changed_fields.length > 0 && <Fact name={texts.changed}>{changed_fields.join(', ')}</Fact>}
        </dl>
      </Section>
      <Section title={texts.eventBody} about={texts.eventBodyAbout}>
        <CopyField label={texts.eventBody} value={JSON.stringify(event.data, null, 2)} />
      </Section>
    </Page>
  );
}
