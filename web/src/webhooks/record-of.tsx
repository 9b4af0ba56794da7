import { Anchor, Text } from '@mantine/core';
import type { Event } from '@rapport/contract/events';
import { Link } from '@tanstack/react-router';
import { RECORD_LABELS } from '../texts/webhooks.ts';

/**
 * What a delivery is about, from its body: the kind and the name of the record, with a link to a
 * Client.
 */
export function RecordOf({ body }: { body: string }) {
  const { event, data } = JSON.parse(body) as Event;
  const [resource] = event.split('.') as [keyof typeof RECORD_LABELS];
  const { uuid } = data as { uuid: string };
  const name = nameOf(data) ?? uuid;
  return (
    <Text size="sm" className="break-anywhere">
      {RECORD_LABELS[resource]}{' '}
      {resource === 'client' ? (
        <Anchor component={Link} to="/clients/$uuid" params={{ uuid } as never} size="sm">
          <bdi>{name}</bdi>
        </Anchor>
      ) : (
        <bdi>{name}</bdi>
      )}
    </Text>
  );
}

/** A Login has its User's name; undefined when the body was cut. */
function nameOf(data: Event['data']): string | undefined {
  const { name, user } = data as { name?: string; user?: { name: string } };
  return name ?? user?.name;
}
