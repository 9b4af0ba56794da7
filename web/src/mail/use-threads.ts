import type { MailThread } from '@rapport/contract/mail-threads';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pagesOf } from '../api/queries.ts';

const PAGE = 20;

/**
 * The conversations by mail of a record, that with the newest mail first. With `until` those whose
 * newest mail is not older, and as many pages are read as have such ones.
 */
export function useThreads(
  record_uuid: string,
  { isShown, until }: { isShown: boolean; until: string | undefined },
) {
  const pages = useInfiniteQuery({
    queryKey: ['mails', 'threads', record_uuid],
    ...pagesOf<MailThread>('/api/v2/mail-threads', { record_uuid, limit: PAGE }),
    enabled: isShown,
  });
  const all = isShown ? (pages.data?.pages.flatMap((page) => page.data) ?? []) : [];
  const isNew = ({ last_mail }: MailThread) =>
    until === undefined || Date.parse(last_mail.sent_at) >= Date.parse(until);
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const needsMore = until !== undefined && hasNextPage && all.every(isNew);
  useEffect(() => {
    if (needsMore && !isFetching && !isError) void fetchNextPage();
  }, [needsMore, isFetching, isError]);
  return { threads: all.filter(isNew), pages, isPending: isShown && pages.isPending };
}
