import { Text } from '@mantine/core';
import type { WebhookDelivery } from '@rapport/contract/webhook-deliveries';
import { useQuery } from '@tanstack/react-query';
import { get } from '../api/request.ts';
import { Section } from '../layout/section.tsx';
import { webhooks as texts } from '../texts/webhooks.ts';
import { SUBSCRIPTIONS_PATH } from './subscriptions.ts';

const LATEST = 100;
const BAR_WIDTH = 5;
const HEIGHT = 40;

/** How well the latest deliveries went, at a glance: a bar each, red where it failed, high where it needed many attempts. */
export function Health({ uuid }: { uuid: string }) {
  const { data: latest } = useQuery({
    queryKey: ['deliveries', uuid, 'health'],
    queryFn: ({ signal }) =>
      get<WebhookDelivery[]>(`${SUBSCRIPTIONS_PATH}/${uuid}/deliveries?limit=${LATEST}`, signal),
    refetchInterval: 15_000,
  });
  const ended = latest?.filter(({ state }) => state === 'succeeded' || state === 'failed').reverse() ?? [];
  const share = ended.filter(({ state }) => state === 'succeeded').length / ended.length;
  const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <Section title={texts.health} about={texts.healthAbout}>
      {ended.length === 0 ? (
        <Text size="sm">{texts.healthEmpty}</Text>
      ) : (
        <>
          <svg
            className="bars"
            viewBox={`0 0 ${LATEST * BAR_WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={texts.chart}
          >
            {ended.map((delivery, index) => {
              const height = Math.min(HEIGHT, 10 + 6 * (delivery.attempt_count - 1));
              return (
                <rect
                  key={delivery.uuid}
                  className={delivery.state}
                  x={(LATEST - ended.length + index) * BAR_WIDTH}
                  y={HEIGHT - height}
                  width={BAR_WIDTH - 1}
                  height={height}
                />
              );
            })}
          </svg>
          <Text size="sm">{texts.rate(percent.format(share))}</Text>
        </>
      )}
    </Section>
  );
}
