import type { WholeMail } from '@rapport/contract/mail';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { reads } from '../api/queries.ts';
import { Dialog } from '../layout/dialog.tsx';
import { Loading } from '../layout/loading.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { mail as texts } from '../texts/mail.ts';
import { ThreadView } from './later-thread-view.tsx';
import { subjectOf } from './subject.ts';

/** The mail to which the address of the page leads, such as a hit of a search, with its others. */
export function FoundMail({ uuid }: { uuid: string }) {
  const navigate = useNavigate();
  const path = `/api/v2/mails/${uuid}`;
  const { data, error, isPending, refetch } = useQuery(reads<WholeMail>(['mails', 'one', uuid], path));
  const search = (before: object) => ({ ...before, mail: undefined });
  const close = () => void navigate({ to: '.', search, replace: true });
  return (
    <Dialog opened onClose={close} title={data ? subjectOf(data) : texts.found} size="xl">
      <ProblemAlert error={error} onRetry={refetch} />
      {isPending && <Loading h={160} />}
      {data && (
        <ThreadView thread={{ uuid: data.thread_uuid, account_uuid: data.account_uuid }} found={uuid} />
      )}
    </Dialog>
  );
}
