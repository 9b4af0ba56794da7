import type { Static } from 'typebox';
import { Nullable, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [120] });
const Milliseconds = (description: string) => Type.Integer({ minimum: 0, description, examples: [85] });

const figures = {
  succeeded_count: Count('Attempts that a 2xx came back for in time.'),
  failed_count: Count('Attempts that failed, also those that were made again later.'),
  success_rate: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Share of the attempts that succeeded. Null: there were none.',
      examples: [0.992],
    }),
  ),
  mean_ms: Nullable(
    Milliseconds('How long an attempt took on average, to the end of the answer. Null: there were none.'),
  ),
  max_ms: Nullable(Milliseconds('The longest attempt. Null: there were none.')),
};

export const HealthFigures = Type.Object(figures);
export type HealthFigures = Static<typeof HealthFigures>;

const Period = (step: string) =>
  Type.Object({
    ...figures,
    steps: Type.Array(Type.Object({ since: Timestamp(`The beginning of the ${step}.`), ...figures }), {
      description: `The same ${step} by ${step}, the earliest first. The last one is not over.`,
    }),
  });
export type HealthPeriod = Static<ReturnType<typeof Period>>;

export const WebhookHealth = Type.Object(
  {
    subscription_uuid: Uuid('The webhook subscription.'),
    last_24_hours: Period('hour'),
    last_30_days: Period('day'),
  },
  {
    $id: 'WebhookHealth',
    title: 'Webhook health',
    description: 'What the receiver of a subscription made of all attempts.',
  },
);
export type WebhookHealth = Static<typeof WebhookHealth>;
