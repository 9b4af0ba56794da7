import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { Import } from '@rapport/contract/imports';
import { useParams } from '@tanstack/react-router';
import { useNameAmongAll } from '../accounts/current-account.ts';
import { BackLink } from '../layout/back-link.tsx';
import { Loading } from '../layout/loading.tsx';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { RecordProblem } from '../layout/record-problem.tsx';
import { Time } from '../layout/time.tsx';
import { imports as texts } from '../texts/imports.ts';
import { Draft } from './draft.tsx';
import { useAct, useImport } from './imports.ts';
import { StateOfImport } from './imports-page.tsx';
import { Outcome } from './outcome.tsx';

/** The page of one import: its draft, then how far it is, then what became of its rows. */
export function ImportPage() {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const one = useImport(uuid);
  const nameOf = useNameAmongAll();
  const back = <BackLink to="/settings/imports" label={texts.backToAll} />;
  if (!one.data) {
    if (one.error) return <RecordProblem error={one.error} onRetry={one.refetch} back={back} />;
    return <Loading h={320} />;
  }
  const { data } = one;
  const source = texts.source(data.preset);
  const isDraft = data.state === 'draft';
  return (
    <Page
      title={isDraft ? texts.draftTitle(source) : texts.fewFiles(data.files)}
      back={back}
      about={
        <>
          {[
            isDraft || data.files.length > 2 ? texts.files(data.files) : null,
            isDraft ? null : source,
            nameOf(data.account_uuid),
            data.created_by.name,
          ]
            .filter(Boolean)
            .join(' · ')}{' '}
          · <Time at={data.created_at} />
        </>
      }
      actions={!isDraft && <StateOfImport state={data.state} is_undone={data.is_undone} />}
    >
      {isDraft && <Draft draft={data} />}
      {data.state === 'running' && <Running one={data} />}
      {!isDraft && <Outcome one={data} />}
    </Page>
  );
}

function Running({ one }: { one: Import }) {
  const stop = useAct(one, 'stop');
  const { done, total } = one.progress;
  return (
    <Stack maw={480}>
      <Progress value={(100 * done) / Math.max(1, total)} animated aria-label={texts.files(one.files)} />
      <Text size="sm" aria-live="polite">
        {texts.running(done, total)}
      </Text>
      <Alert variant="light" color="blue">
        {texts.runsAlone}
      </Alert>
      <ProblemAlert error={stop.error} />
      <Group>
        <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          {texts.stop}
        </Button>
      </Group>
    </Stack>
  );
}
