import { sign, signStandardWebhooks } from '@rapport/webhooks/sign';

/** The contents of an attempt's headers, but for the signatures. */
type Message = {
  delivery_uuid: string;
  /** Null for a developer's own sample. */
  subscription_uuid: string | null;
  event_uuid: string;
  event: string;
  number: number;
};

export type SignedMessage = Message & { body: Buffer };

/** The headers of an attempt that begins at `started_at`, with the signatures of its body. */
export function headersFor(
  message: SignedMessage,
  signing_secret: string,
  started_at: Date,
): Record<string, string> {
  const { event_uuid: id, body: rawBody } = message;
  const standard = { id, timestamp_s: secondOf(started_at), rawBody, secret: signing_secret };
  return headersOf(message, started_at, {
    signature: sign(rawBody, signing_secret),
    standard_signature: signStandardWebhooks(standard),
  });
}

/** The headers by their signatures alone, as the log keeps nothing else of them. */
export function headersOf(
  { delivery_uuid, subscription_uuid, event_uuid, event, number }: Message,
  started_at: Date,
  { signature, standard_signature }: { signature: string; standard_signature: string },
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Rapport-Webhooks/1',
    'x-signature': signature,
    'x-event': event,
    ...(subscription_uuid !== null && { 'x-subscription-uuid': subscription_uuid }),
    'x-delivery-uuid': delivery_uuid,
    'x-attempt': String(number),
    'webhook-id': event_uuid,
    'webhook-timestamp': String(secondOf(started_at)),
    'webhook-signature': standard_signature,
  };
}

function secondOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
