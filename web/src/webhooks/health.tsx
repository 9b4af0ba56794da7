import './health.css';
import { SimpleGrid, Text } from '@mantine/core';
import type { HealthFigures, HealthPeriod, WebhookHealth } from '@rapport/contract/webhook-health';
import { useQuery } from '@tanstack/react-query';
import { reads } from '../api/queries.ts';
import { inZone } from '../layout/formats.ts';
import { Section } from '../layout/section.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { LOCALE } from '../texts/locale.ts';
import { webhooks as texts } from '../texts/webhooks.ts';
import { HealthChart, type TimeAxis } from './health-chart.tsx';
import { SUBSCRIPTIONS_PATH } from './subscriptions.ts';

const REFRESH_INTERVAL_MS = 15_000;

const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const hour = inZone({ hour: 'numeric', minute: '2-digit' });
const day = inZone({ dateStyle: 'medium' });
const shortDay = inZone({ month: 'short', day: 'numeric' });

/** Few enough labels to fit side by side on a phone. */
const HOURS: TimeAxis = { every: 8, format: hour };
const DAYS: TimeAxis = { every: 10, format: shortDay };

/** The health of a receiver: success rate and latency of the last 24 hours and 30 days. */
export function Health({ uuid }: { uuid: string }) {
  const health = useQuery({
    ...reads<WebhookHealth>(['health', uuid], `${SUBSCRIPTIONS_PATH}/${uuid}/health`),
    refetchInterval: REFRESH_INTERVAL_MS,
  });
  return (
    <Section title={texts.health} about={texts.healthAbout}>
      <UntilRead query={health} h={{ base: 482, md: 225 }} />
      {health.data && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <Period title={texts.day} period={health.data.last_24_hours} format={hour} axis={HOURS} />
          <Period title={texts.month} period={health.data.last_30_days} format={day} axis={DAYS} />
        </SimpleGrid>
      )}
    </Section>
  );
}

function Period(props: { title: string; period: HealthPeriod; format: Intl.DateTimeFormat; axis: TimeAxis }) {
  const { title, period, format, axis } = props;
  const { succeeded_count, failed_count, success_rate } = period;
  const steps = period.steps.map((step) => ({
    ...step,
    label: `${format.format(new Date(step.since))}: ${sayFigures(step)}`,
  }));
  return (
    <div>
      <Text size="xs" c="dimmed" fw="bold">
        {title}
      </Text>
      <Text className="figure" c={success_rate === null ? 'dimmed' : undefined}>
        {success_rate === null ? texts.noRate : percent.format(floor(success_rate))}
      </Text>
      <Text size="xs" c="dimmed" mih={20}>
        {success_rate === null ? texts.healthEmpty : texts.ofAttempts(succeeded_count + failed_count)}
      </Text>
      <HealthChart kind="attempts" steps={steps} axis={axis} label={`${title}: ${sayFigures(period)}`} />
      <Text size="xs" c="dimmed" mt={6}>
        {sayLatency(period)}
      </Text>
      <HealthChart kind="latency" steps={steps} axis={axis} label={`${title}: ${sayLatency(period)}`} />
    </div>
  );
}

function sayFigures(figures: HealthFigures): string {
  const { succeeded_count, failed_count, mean_ms } = figures;
  return mean_ms === null ? texts.healthEmpty : texts.figures(succeeded_count, failed_count, mean_ms);
}

function sayLatency({ mean_ms, max_ms }: HealthFigures): string {
  return mean_ms === null || max_ms === null ? texts.latencyNone : texts.latencySaid(mean_ms, max_ms);
}

/** Rounds down, because 99.96 % must not become 100. */
function floor(rate: number): number {
  return Math.floor(rate * 1000) / 1000;
}
