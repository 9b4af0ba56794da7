import { EVENT_NAMES, EVENT_TYPES, type EventName } from '@rapport/contract/events';
import { EXAMPLE_UUIDS } from '@rapport/contract/fields';
import { sampleOf } from './catalogue.ts';
import { eventSchemaId } from './event-schemas.ts';

/**
 * The webhooks of the API description: the POST of each event, with its headers and its body
 * (OpenAPI 3.1 `webhooks`).
 */
export function webhookDescriptions() {
  return Object.fromEntries(EVENT_NAMES.map((event) => [event, { post: describe(event) }]));
}

/** The headers, in the order in which a receiver needs them. */
const HEADERS: Record<string, { description: string; example: string }> = {
  'X-Signature': {
    description:
      'Lowercase hex HMAC-SHA256 of the raw body, keyed with the signing_secret of the subscription. Compare it in constant time.',
    example: '5f1b1c0e6d0b8c7a9e3f24d5c6b7a8091a2b3c4d5e6f708192a3b4c5d6e7f809',
  },
  'X-Event': { description: 'Name of the event.', example: EVENT_NAMES[0]! },
  'X-Subscription-Uuid': {
    description: 'The subscription. Its signing_secret makes the signatures.',
    example: EXAMPLE_UUIDS.any,
  },
  'X-Delivery-Uuid': {
    description: 'The delivery: the same in all its attempts.',
    example: EXAMPLE_UUIDS.any,
  },
  'X-Attempt': { description: 'The number of the attempt; 1 is the first.', example: '1' },
  'webhook-id': {
    description:
      'The uuid of the event, as in the body. Store it to recognise repetitions (Standard Webhooks).',
    example: EXAMPLE_UUIDS.event,
  },
  'webhook-timestamp': {
    description: 'The time of sending, in seconds since 1970 (Standard Webhooks).',
    example: '1795166400',
  },
  'webhook-signature': {
    description:
      'v1, and the base64 HMAC-SHA256 of id.timestamp.body, keyed with the base64 decoding of signing_secret (Standard Webhooks).',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
};

/** The name of the event as one word, such as `thingCreated`. */
function operationIdOf(event: EventName): string {
  return event.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());
}

function describe(event: EventName) {
  const { description } = EVENT_TYPES[event];
  return {
    tags: ['Webhooks'],
    operationId: operationIdOf(event),
    summary: description,
    description: 'Sent to every subscription that has this event, at least once, in no particular order.',
    security: [],
    parameters: Object.entries(HEADERS).map(([name, { description, example }]) => ({
      name,
      in: 'header' as const,
      required: true,
      description,
      schema: { type: 'string' as const },
      example: name === 'X-Event' ? event : example,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${eventSchemaId(event)}` },
          example: sampleOf(event),
        },
      },
    },
    responses: {
      '2XX': { description: 'Received. Answer within 15 seconds, and do the work afterwards.' },
      '410': { description: 'Send nothing more: the subscription is disabled.' },
      '429': { description: 'Tried again later, and not before Retry-After. 503 does the same.' },
      default: { description: 'Tried again later. A redirect is not followed.' },
    },
  };
}
