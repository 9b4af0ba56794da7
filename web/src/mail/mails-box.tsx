import { Button, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Mail } from '@rapport/contract/mail';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pagesOf } from '../api/queries.ts';
import { Dialog } from '../layout/dialog.tsx';
import { isGone } from '../layout/is-gone.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { SideGroup } from '../layout/side-group.tsx';
import { Time } from '../layout/time.tsx';
import { mail as texts } from '../texts/mail.ts';
import { MailView } from './mail-view.tsx';
import { sayPeople } from './say-people.ts';

/** As many mails as fit beside the rest of a record. */
const PAGE = 10;

/** The mails of a record, the newest first, each as far as the reader may read it. */
export function MailsBox({ record_uuid }: { record_uuid: string }) {
  const [shown, setShown] = useState<Mail | null>(null);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['mails', record_uuid],
    ...pagesOf<Mail>('/api/v2/mails', { record_uuid, limit: PAGE }),
  });
  const mails = data?.pages.flatMap((page) => page.data) ?? [];
  if (mails.length === 0 && (!error || isGone(error))) return null;
  return (
    <SideGroup title={texts.mails}>
      <ProblemAlert error={error} onRetry={refetch} />
      <Stack gap="xs">
        {mails.map((mail) => (
          <MailLine key={mail.uuid} mail={mail} onOpen={() => setShown(mail)} />
        ))}
      </Stack>
      {hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
      <Dialog
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown ? titleOf(shown) : ''}
        size="xl"
      >
        {shown && <MailView mail={shown} />}
      </Dialog>
    </SideGroup>
  );
}

const titleOf = ({ subject }: Mail) => (subject === null ? texts.trace : subject || texts.noSubject);

function MailLine({ mail, onOpen }: { mail: Mail; onOpen: () => void }) {
  const line = (
    <>
      <Text size="sm" fw="bold" className="break-anywhere" lineClamp={2}>
        {titleOf(mail)}
      </Text>
      <Text size="xs" c="dimmed" className="break-anywhere">
        {sayPeople(mail)} · <Time at={mail.sent_at} />
      </Text>
      {mail.excerpt && (
        <Text size="xs" c="dimmed" lineClamp={1}>
          {mail.excerpt}
        </Text>
      )}
    </>
  );
  if (mail.level !== 'full') return <div>{line}</div>;
  return (
    <UnstyledButton onClick={onOpen} mih={44}>
      {line}
    </UnstyledButton>
  );
}
