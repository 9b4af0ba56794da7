import { Button, Group, Stack, Text } from '@mantine/core';
import type { ProposalInFull } from '@rapport/contract/proposals';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useNameAmongAll } from '../accounts/current-account.ts';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { useMayWrite } from '../fields/may-write.ts';
import { type Names, sayActor, useNames } from '../fields/names.ts';
import { BackLink } from '../layout/back-link.tsx';
import { Fact } from '../layout/fact.tsx';
import { Loading } from '../layout/loading.tsx';
import { notifyDone } from '../layout/notify.ts';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { RecordProblem } from '../layout/record-problem.tsx';
import { Section } from '../layout/section.tsx';
import { Time } from '../layout/time.tsx';
import { proposals as texts } from '../texts/proposals.ts';
import { records } from '../texts/records.ts';
import { Operation } from './operation.tsx';

/** The page of one proposal: what it would do to each record as it is now, to accept or decline. */
export function ProposalPage() {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const names = useNames();
  const { data, error, refetch } = useQuery(
    reads<ProposalInFull>(['proposals', 'one', uuid], `/api/v2/proposals/${uuid}`),
  );
  const back = <BackLink to="/settings/proposals" label={texts.back} />;
  if (!data)
    return error ? <RecordProblem error={error} onRetry={refetch} back={back} /> : <Loading h={360} />;
  return (
    <Page title={`${texts.one}: ${texts.changesOf(data.operations.length)}`} back={back}>
      <ProblemAlert error={error} onRetry={refetch} />
      <Facts proposal={data} names={names} />
      <Decision key={data.updated_at} proposal={data} names={names} onStale={() => void refetch()} />
    </Page>
  );
}

function Facts({ proposal, names }: { proposal: ProposalInFull; names: Names }) {
  const account = useNameAmongAll()(proposal.account_uuid);
  return (
    <dl className="fields">
      <Fact name={texts.by}>
        <span className="break-anywhere">{sayActor(proposal.proposed_by, names)}</span>
      </Fact>
      {proposal.message !== null && (
        <Fact name={texts.why}>
          <span className="break-anywhere">{proposal.message}</span>
        </Fact>
      )}
      <Fact name={texts.when}>
        <Time at={proposal.created_at} />
      </Fact>
      {account && (
        <Fact name={records.account}>
          <span className="break-anywhere">{account}</span>
        </Fact>
      )}
      <Fact name={texts.states[proposal.state]}>
        {proposal.state === 'open' ? (
          <>
            {texts.until} <Time at={proposal.expires_at} />
          </>
        ) : (
          <Time at={proposal.updated_at} />
        )}
      </Fact>
    </dl>
  );
}

/** The operations, those ticked that can be accepted, and the buttons below. */
function Decision(props: { proposal: ProposalInFull; names: Names; onStale: () => void }) {
  const { proposal, names, onStale } = props;
  const { uuid, account_uuid, operations, state } = proposal;
  const queryClient = useQueryClient();
  const mayDecide = useMayWrite()(account_uuid);
  const open = operations.flatMap(({ difference }, index) =>
    difference && difference.problem === null ? [index] : [],
  );
  const [left, setLeft] = useState<number[]>([]);
  const chosen = open.filter((index) => !left.includes(index));
  const decide = useMutation({
    mutationFn: (verb: 'accept' | 'decline') => {
      const accepted = chosen.map((index) => ({
        index,
        version: operations[index]!.difference!.version ?? undefined,
      }));
      const body = verb === 'accept' ? { operations: accepted } : {};
      return request<{ data: ProposalInFull }>('POST', `/api/v2/proposals/${uuid}/${verb}`, { body });
    },
    onSuccess: ({ data }, verb) => {
      queryClient.setQueryData(['proposals', 'one', uuid], data);
      notifyDone(verb === 'accept' ? texts.accepted : texts.declined);
      return queryClient.invalidateQueries();
    },
    // Somebody has changed a record, or decided: what is shown is no longer so.
    onError: onStale,
  });
  const isPart = operations.some((one) => one.state === 'accepted');
  return (
    <Section title={state === 'open' ? texts.what : texts.whatWas}>
      <Stack component="ol" gap="md" m={0} pl="lg">
        {operations.map((operation, index) => (
          <li key={index}>
            <Operation
              operation={operation}
              proposal={proposal}
              names={names}
              isChosen={chosen.includes(index)}
              onChoose={
                mayDecide && open.includes(index)
                  ? (isOn) => setLeft(isOn ? left.filter((one) => one !== index) : [...left, index])
                  : null
              }
            />
          </li>
        ))}
      </Stack>
      <ProblemAlert error={decide.error} />
      {state === 'open' && !mayDecide && <Text size="sm">{texts.readOnly}</Text>}
      {state === 'open' && mayDecide && (
        <Group mt="sm">
          <Button
            disabled={chosen.length === 0 || decide.isPending}
            loading={decide.isPending && decide.variables === 'accept'}
            onClick={() => decide.mutate('accept')}
          >
            {texts.accept(chosen.length, open.length)}
          </Button>
          <Button
            variant="default"
            disabled={decide.isPending}
            loading={decide.isPending && decide.variables === 'decline'}
            onClick={() => decide.mutate('decline')}
          >
            {isPart ? texts.decline : texts.declineAll}
          </Button>
        </Group>
      )}
    </Section>
  );
}
