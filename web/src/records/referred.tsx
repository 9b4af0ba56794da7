import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { records } from '../texts/records.ts';
import { kindNamed, nameOf } from './kinds.ts';
import { useReferred } from './titles.ts';

/**
 * The name of a record that another refers to, and the way to it; a deleted one says that it is.
 */
export function Referred({ resource, uuid, isPlain }: { resource: string; uuid: string; isPlain?: boolean }) {
  const kind = kindNamed(resource);
  const record = useReferred(resource, uuid);
  if (!kind) return null;
  // A name that is on its way keeps its line, so that nothing below jumps.
  if (record === undefined) {
    return (
      <Text span size={isPlain ? undefined : 'sm'} inherit={isPlain} aria-hidden>
        …
      </Text>
    );
  }
  const title = record ? nameOf(record, kind.title) : records.deletedRecord(kind.label);
  if (isPlain) {
    return (
      <Text span inherit c={record ? undefined : 'dimmed'}>
        {title}
      </Text>
    );
  }
  return (
    <Anchor
      component={Link}
      to={`${kind.path}/${uuid}`}
      size="sm"
      c={record ? undefined : 'dimmed'}
      className="break-anywhere"
    >
      {title}
    </Anchor>
  );
}
