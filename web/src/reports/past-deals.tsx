import { Anchor, CloseButton, Table, Text } from '@mantine/core';
import type { Deal } from '@rapport/contract/records/deals';
import type { PastDeal } from '@rapport/contract/reports';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { pagesOf } from '../api/queries.ts';
import { useStageNames } from '../deals/pipelines.ts';
import { sayAmount, sayDate } from '../fields/values/say.ts';
import { MoreButton } from '../layout/more-button.tsx';
import { Section } from '../layout/section.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { DEAL_STATUS_LABELS } from '../texts/deals.ts';
import { reports as texts } from '../texts/reports.ts';

/**
 * The Deals behind a figure about the past, each as it was and as it is. `query` is that of the
 * list that the figure names.
 */
export function PastDeals({ query, onClose }: { query: string; onClose: () => void }) {
  const stages = useStageNames();
  const top = useRef<HTMLDivElement>(null);
  const list = useInfiniteQuery({
    queryKey: ['reports', 'past deals', query],
    ...pagesOf<PastDeal, { total: number }>('/api/v2/reports/past-deals', {
      ...Object.fromEntries(new URLSearchParams(query)),
      include: 'total',
      limit: 50,
    }),
  });
  const total = list.data?.pages[0]?.total;
  // The list stands below the figures, so it comes into view when it was asked for, and again when
  // it has its height: one cannot scroll to what is not there yet.
  const isRead = list.isSuccess;
  useEffect(() => {
    if (query !== '') top.current?.focus({ preventScroll: true });
  }, [query]);
  useEffect(() => {
    if (query !== '') top.current?.scrollIntoView({ block: isRead ? 'start' : 'nearest' });
  }, [query, isRead]);
  return (
    <div ref={top} tabIndex={-1}>
      <Section
        title={total === undefined ? texts.behind : texts.behindCount(total)}
        actions={<CloseButton onClick={onClose} aria-label={texts.close} />}
      >
        <UntilRead query={list} h={120} />
        {list.isSuccess && (
          <Table.ScrollContainer minWidth={520}>
            <Table aria-label={texts.behind}>
              <Table.Thead>
                <Table.Tr>
                  {[texts.deal, texts.before, texts.now].map((title) => (
                    <Table.Th key={title} scope="col">
                      {title}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {list.data.pages
                  .flatMap(({ data }) => data)
                  .map((deal, index) => (
                    <Row key={`${deal.uuid} ${index}`} deal={deal} stages={stages} />
                  ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        <MoreButton pages={list} />
      </Section>
    </div>
  );
}

function Row({ deal: { uuid, before, now }, stages }: { deal: PastDeal; stages: Record<string, string> }) {
  const title = (now ?? before)?.title ?? '';
  return (
    <Table.Tr>
      <Table.Td dir="auto" className="break-anywhere">
        {now ? (
          <Anchor component={Link} to={`/deals/${uuid}`} inherit>
            {title}
          </Anchor>
        ) : (
          title
        )}
      </Table.Td>
      <Table.Td>{before ? sayState(before, stages) : texts.notThere}</Table.Td>
      <Table.Td>{now ? sayState(now, stages) : <Text inherit>{texts.gone}</Text>}</Table.Td>
    </Table.Tr>
  );
}

/** Returns "Offer · €1,200 · Dec 1, 2026", and what became of a closed one. */
function sayState(deal: Deal, stages: Record<string, string>): string {
  const { status, stage_uuid, amount, currency, expected_close_on } = deal;
  const place = status === 'open' ? (stages[stage_uuid ?? ''] ?? '') : DEAL_STATUS_LABELS[status];
  return [place, sayAmount(amount, currency), expected_close_on && sayDate(expected_close_on)]
    .filter(Boolean)
    .join(' · ');
}
