import { Anchor, Badge, Group, Progress, Stack, Table, Text } from '@mantine/core';
import type { Job } from '@rapport/contract/jobs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCurrentAccount } from '../accounts/current-account.ts';
import { reads } from '../api/queries.ts';
import { readWhile } from '../api/query-client.ts';
import { request } from '../api/request.ts';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { Empty } from '../layout/empty.tsx';
import { Page } from '../layout/page.tsx';
import { Rows } from '../layout/rows.tsx';
import { Section } from '../layout/section.tsx';
import { Time } from '../layout/time.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { STATE_LABELS, jobs as texts } from '../texts/jobs.ts';
import { problems } from '../texts/problems.ts';
import { addressOf, percentOf, sayProgress, sayType } from './say.ts';

const PATH = '/api/v2/jobs';

const QUERY_KEY = ['jobs', 'own'];

/** How often the page asks how far its jobs are. */
const ASK_MS = 1000;

const isOpen = ({ finished_at }: Job) => finished_at === null;

/** Settings → Background work: the User's own jobs of the current Account, or of all. */
export function JobsPage() {
  const account = useCurrentAccount();
  const list = useQuery({
    ...reads<Job[]>(QUERY_KEY, PATH),
    staleTime: 0,
    refetchInterval: readWhile<Job[]>((jobs) => jobs.some(isOpen), ASK_MS),
  });
  // A job that is about no Account, such as sending deliveries again, is shown in each.
  const shown = (list.data ?? []).filter(
    ({ account_uuid }) => account === null || account_uuid === null || account_uuid === account.uuid,
  );
  const open = shown.filter(isOpen);
  const ended = shown.filter((job) => !isOpen(job));
  return (
    <Page title={texts.title} about={texts.about}>
      <UntilRead query={list} h={240} />
      {list.data && shown.length === 0 && <Empty title={texts.emptyTitle} what={texts.empty} sketch={[]} />}
      {open.length > 0 && (
        <Section title={texts.now}>
          {open.map((job) => (
            <OpenJob key={job.uuid} job={job} />
          ))}
        </Section>
      )}
      {ended.length > 0 && (
        <Section title={texts.ended}>
          <Rows verticalSpacing="xs">
            {ended.map((job) => (
              <EndedJob key={job.uuid} job={job} />
            ))}
          </Rows>
        </Section>
      )}
    </Page>
  );
}

function OpenJob({ job }: { job: Job }) {
  const queryClient = useQueryClient();
  const percent = percentOf(job);
  const what = sayType(job);
  const stop = async () => {
    try {
      await request('POST', `${PATH}/${job.uuid}/cancel`);
    } finally {
      // Also when it has ended by itself meanwhile.
      await queryClient.invalidateQueries({ queryKey: QUERY_KEY });
    }
  };
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <What job={job} />
          <StateOfJob state={job.state} />
        </Group>
        <ConfirmButton
          label={texts.stop}
          name={texts.stopOf(what)}
          title={texts.stopTitle}
          hint={texts.stopHint}
          onConfirm={stop}
        />
      </Group>
      {percent !== null && <Progress value={percent} aria-label={what} />}
      <Details job={job} at={job.created_at} />
    </Stack>
  );
}

function EndedJob({ job }: { job: Job }) {
  return (
    <Table.Tr>
      <Table.Td>
        <What job={job} />
        <Details job={job} at={job.finished_at!} />
      </Table.Td>
      <Table.Td className="at-end">
        <StateOfJob state={job.state} />
      </Table.Td>
    </Table.Tr>
  );
}

/** What the job does, as a link to what it works on. */
function What({ job }: { job: Job }) {
  const address = addressOf(job);
  if (address === null) return <Text fw="bold">{sayType(job)}</Text>;
  return (
    <Anchor component={Link} to={address} fw="bold">
      {sayType(job)}
    </Anchor>
  );
}

/** How far it is, since when, and what it says of itself. */
function Details({ job, at }: { job: Job; at: string }) {
  const progress = sayProgress(job);
  return (
    <Text size="xs" c="dimmed" className="break-anywhere">
      {progress && `${progress} · `}
      <Time at={at} />
      {job.detail && ` · ${problems.say(null, job.detail)}`}
    </Text>
  );
}

const COLOURS: Record<Job['state'], string> = {
  waiting: 'gray',
  running: 'blue',
  completed: 'teal',
  failed: 'red',
  cancelled: 'orange',
};

function StateOfJob({ state }: { state: Job['state'] }) {
  return (
    <Badge variant="light" color={COLOURS[state]} size="sm" tt="none" className="uncut">
      {STATE_LABELS[state]}
    </Badge>
  );
}
