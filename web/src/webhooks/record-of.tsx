import { Anchor, Text } from '@mantine/core';
import type { Event } from '@rapport/contract/events';
import { Link } from '@tanstack/react-router';
import type { RecordData } from '../fields/data.ts';
import { KINDS_WITH_PAGES, kindNamed, nameOf } from '../fields/kinds.ts';
import { RECORD_LABELS } from '../texts/webhooks.ts';

/** The subject of a delivery, from its body: the kind and the name of the record, with a link. */
export function RecordOf({ body }: { body: string }) {
  const { event, data } = JSON.parse(body) as Event;
  const [resource] = event.split('.') as [string];
  const kind = kindNamed(resource);
  const record = data as unknown as RecordData;
  const name = (kind ? nameOf(record, kind.title) : nameOfOther(data)) || record.uuid;
  return (
    <Text size="sm" className="break-anywhere">
      {kind?.one ?? RECORD_LABELS[resource]}{' '}
      {kind && KINDS_WITH_PAGES.includes(kind) ? (
        <Anchor component={Link} to={`${kind.path}/${record.uuid}`} size="sm">
          <bdi>{name}</bdi>
        </Anchor>
      ) : (
        <bdi>{name}</bdi>
      )}
    </Text>
  );
}

/** Returns the name of an Account, or of a Login's User. Undefined when the body was cut. */
function nameOfOther(data: Event['data']): string | undefined {
  const { name, user } = data as { name?: string; user?: { name: string } };
  return name ?? user?.name;
}
