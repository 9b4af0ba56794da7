import { DELIVERY_STATES } from '@rapport/contract/webhook-deliveries';
import { Refused } from '../calls.ts';
import { fitted, shown } from '../texts.ts';
import { cursor, limitTo, READS, type Tool, takes, uuid, WRITES } from './tool.ts';

/** What becomes of webhooks that a person has set up. */

const DELIVERIES_MAX = 25;

export const listDeliveries: Tool = {
  name: 'list_deliveries',
  description: 'Webhook deliveries, the latest first: what was sent, and why not.',
  inputSchema: takes({
    state: { type: 'string', enum: DELIVERY_STATES },
    subscription_uuid: uuid,
    cursor,
    limit: limitTo(DELIVERIES_MAX),
  }),
  annotations: READS,
  run: async ({ ask }, { state, subscription_uuid, cursor, limit = DELIVERIES_MAX }) => {
    const query = { 'filter[state]': state, 'filter[subscription_uuid]': subscription_uuid, cursor, limit };
    const told = await ask('GET', '/api/v2/webhook-deliveries', { query });
    if (told instanceof Refused) return told;
    const { data, next_cursor } = told.body;
    return fitted(data, (some: Record<string, unknown>[], most) => ({
      deliveries: some.map((one) => shownDelivery(one, most)),
      next_cursor,
    }));
  },
};

export const resendDelivery: Tool = {
  name: 'resend_delivery',
  description: 'Sends a delivery again, to the address that its webhook has. It writes no record.',
  inputSchema: takes({ delivery_uuid: uuid }, ['delivery_uuid']),
  annotations: { ...WRITES, openWorldHint: true },
  run: async ({ ask }, { delivery_uuid }) => {
    const told = await ask('POST', `/api/v2/webhook-deliveries/${delivery_uuid}/resend`);
    return told instanceof Refused ? told : shownDelivery(told.body.data, 500);
  },
};

function shownDelivery(delivery: Record<string, unknown>, most: number): object {
  const { record_name, not_sent_detail, ...facts } = delivery;
  return { ...facts, text_from_record: shown({ record_name, not_sent_detail }, most) };
}
