import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ApiProblem } from '../../api/request.ts';
import type { DeletedRecord } from '../../fields/deleted/deleted.ts';
import { WhoDeleted } from '../../fields/deleted/gone.tsx';
import { useRestore } from '../../fields/deleted/restore.ts';
import { typedAbout } from '../../fields/deleted/typed.ts';
import { useWritableAccounts } from '../../fields/may-write.ts';
import { useView } from '../../fields/view.ts';
import { CopyField } from '../../layout/copy-field.tsx';
import { Page } from '../../layout/page.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { Section } from '../../layout/section.tsx';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';
import { BackToList } from '../back-to-list.tsx';

/**
 * The page for a record that the API does not find, with what was typed about it. The API does not
 * say whether an older one was deleted or never existed. So Users who may change records can try to
 * restore it. `deletion` is a late one.
 */
export function GoneRecord(props: { uuid: string; problem: ApiProblem; deletion: DeletedRecord | null }) {
  const { uuid, problem, deletion } = props;
  const { texts } = useView();
  const typed = typedAbout(uuid);
  const mayWrite = useWritableAccounts().length > 0;
  const restore = useMutation({ mutationFn: useRestore(uuid) });
  const isNone = restore.error instanceof ApiProblem && restore.error.status === 404;
  return (
    <Page title={common.notFoundTitle} back={<BackToList />}>
      <Text>
        {deletion ? <WhoDeleted record={deletion} /> : mayWrite ? records.mayBeDeleted : common.recordGone}
      </Text>
      {isNone ? <Text role="status">{texts.notDeleted}</Text> : <ProblemAlert error={restore.error} />}
      {mayWrite && !isNone && (
        <Group>
          <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
            {records.restore}
          </Button>
        </Group>
      )}
      {typed !== '' && (
        <Section title={records.typed}>
          <CopyField value={typed} label={records.typed} />
        </Section>
      )}
      {problem.request_id && !deletion && (
        <Text size="xs" ff="monospace" c="dimmed">
          {common.requestId(problem.request_id)}
        </Text>
      )}
    </Page>
  );
}
