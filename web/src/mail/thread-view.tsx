import { Stack, Text, UnstyledButton } from '@mantine/core';
import type { Mail } from '@rapport/contract/mail';
import type { MailThread } from '@rapport/contract/mail-threads';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { pagesOf } from '../api/queries.ts';
import { Loading } from '../layout/loading.tsx';
import { MoreButton } from '../layout/more-button.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Time } from '../layout/time.tsx';
import { MailPeople } from './mail-people.tsx';
import { MailView } from './mail-view.tsx';
import { subjectOf } from './subject.ts';
import { ThreadDeals } from './thread-deals.tsx';

const PAGE = 20;

type Thread = Pick<MailThread, 'uuid' | 'account_uuid'>;

/** The mails of a conversation, the newest first and open, or else `found`, the one looked for. */
export function ThreadView({ thread, found }: { thread: Thread; found?: string }) {
  const pages = useInfiniteQuery({
    queryKey: ['mails', 'thread', thread.uuid],
    ...pagesOf<Mail>('/api/v2/mails', { thread_uuid: thread.uuid, limit: PAGE }),
  });
  const mails = pages.data?.pages.flatMap((page) => page.data) ?? [];
  const isMissing =
    found !== undefined && pages.data !== undefined && !mails.some(({ uuid }) => uuid === found);
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, isError]);
  return (
    <Stack gap="md">
      <ProblemAlert error={pages.error} onRetry={pages.refetch} />
      <ThreadDeals thread={thread} />
      {pages.isPending && <Loading h={160} />}
      {mails.map((mail, index) => (
        <MailPart
          key={mail.uuid}
          mail={mail}
          isFirst={index === 0}
          isFound={found === undefined ? null : mail.uuid === found}
        />
      ))}
      <MoreButton pages={pages} />
    </Stack>
  );
}

/**
 * A mail, open if it is the one looked for, or the newest where none is (`isFound` null). Below the
 * level full there is nothing to open.
 */
function MailPart(props: { mail: Mail; isFirst: boolean; isFound: boolean | null }) {
  const { mail, isFirst, isFound } = props;
  const [isOpen, setIsOpen] = useState(isFound ?? isFirst);
  const isWhole = mail.level === 'full';
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFound && !isFirst) part.current?.scrollIntoView({ block: 'start' });
  }, [isFound, isFirst]);
  return (
    <section ref={part} className="mail-part" aria-label={subjectOf(mail)}>
      <Text size="sm" c="dimmed" className="break-anywhere">
        {isFirst || <b>{subjectOf(mail)} </b>}
        <MailPeople mail={mail} /> · <Time at={mail.sent_at} />
      </Text>
      {isWhole && isOpen && <MailView mail={mail} />}
      {isWhole && !isOpen && (
        <UnstyledButton onClick={() => setIsOpen(true)} mih={44} w="100%">
          <Text size="sm" lineClamp={1}>
            {mail.excerpt || subjectOf(mail)}
          </Text>
        </UnstyledButton>
      )}
    </section>
  );
}
