import { Anchor, Group, Text, Title } from '@mantine/core';
import type { Deal } from '@rapport/contract/records/deals';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reads } from '../api/queries.ts';
import { Referred } from '../fields/drawn/referred.tsx';
import { sayAmount } from '../fields/values/say.ts';
import { useWindow } from '../layout/windows.ts';
import { useListSearch } from '../lists/list.ts';
import { todayTexts as texts } from '../texts/today.ts';

/** The number of Deals that is enough for one day. */
const SHOWN_MAX = 10;

/** Open Deals without a planned next step. */
export function DealsWithoutStep({ isMine }: { isMine: boolean }) {
  const [{ account_uuid }] = useListSearch();
  const { isPhone } = useWindow();
  const { data = [] } = useQuery(
    reads<Deal[]>(['/deals', 'without-step', isMine, account_uuid], '/api/v2/deals', {
      'filter[status]': 'open',
      'filter[next_task_due_on][is_null]': 'true',
      'filter[owner_uuid]': isMine ? 'me' : undefined,
      account_uuid,
      sort: 'stage_entered_at',
      limit: SHOWN_MAX,
    }),
  );
  if (data.length === 0) return null;
  return (
    <section aria-label={texts.noStep}>
      <Title order={2}>{texts.noStep}</Title>
      <Text size="sm" c="dimmed" mb={6}>
        {texts.noStepHint}
      </Text>
      <ul className="task-list">
        {data.map((deal) => (
          <li key={deal.uuid}>
            <div className="task-text">
              <Anchor
                component={Link}
                to={`/deals/${deal.uuid}`}
                c="inherit"
                fw="bold"
                className="break-anywhere"
              >
                {deal.title}
              </Anchor>
              <Text size="xs" c="dimmed" component="div">
                {deal.client_uuid && <Referred resource="client" uuid={deal.client_uuid} isPlain={isPhone} />}
              </Text>
            </div>
            <Group>
              <Text size="sm">{sayAmount(deal.amount, deal.currency)}</Text>
            </Group>
          </li>
        ))}
      </ul>
    </section>
  );
}
