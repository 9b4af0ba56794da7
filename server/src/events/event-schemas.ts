import { EVENT_NAMES, EVENT_TYPES, Event, type EventName } from '@rapport/contract/events';
import { Type } from '@rapport/contract/json-schema';
import type { TSchema } from 'typebox';

/** Takes the place of a record that is too large for a delivery. */
const CUT_RECORD = Type.Object(
  { uuid: Type.String({ format: 'uuid' }), url: Type.String() },
  {
    description: 'Replaces a record that is too large; truncated is then true.',
    additionalProperties: false,
  },
);

const FIELDS: Record<string, TSchema & { description?: string }> = Event.properties;

/**
 * The schema of one event with its record, named `…CreatedEvent` and so on in the API description.
 */
export function eventSchema(event: EventName) {
  const { resource, description } = EVENT_TYPES[event];
  const record = Type.Unsafe<object>({ $ref: `${(resource as { $id?: string }).$id}#` });
  return Type.Object(
    {
      ...Event.properties,
      event: Type.Literal(event, { description: FIELDS.event!.description, examples: [event] }),
      data: Type.Union([record, CUT_RECORD], { description: FIELDS.data!.description }),
    },
    { $id: eventSchemaId(event), title: event, description },
  );
}

export function eventSchemaId(event: EventName): string {
  return `${event.split(/[._]/).map(capitalized).join('')}Event`;
}

/** For the API description: a schema for each event, and `Event`, which is one of them. */
export const EVENT_SCHEMAS: TSchema[] = [
  ...EVENT_NAMES.map(eventSchema),
  Type.Unsafe<Event>({
    $id: 'Event',
    title: 'Event',
    description: 'A change of a record. `event` is its name, which also decides what `data` is.',
    oneOf: EVENT_NAMES.map((event) => ({ $ref: `${eventSchemaId(event)}#` })),
    discriminator: {
      propertyName: 'event',
      mapping: Object.fromEntries(
        EVENT_NAMES.map((event) => [event, `#/components/schemas/${eventSchemaId(event)}`]),
      ),
    },
  }),
];

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
