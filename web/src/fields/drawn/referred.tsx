import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { records } from '../../texts/records.ts';
import { kindNamed, nameOf } from '../kinds.ts';
import { useIsHidden } from '../may-write.ts';
import { useReferred } from '../titles.ts';

/** Says of a record with a link that it is not there: it was deleted, or merged into another. */
export function IfGone({ resource, uuid }: { resource: string; uuid: string }) {
  if (useReferred(resource, uuid) !== null) return null;
  return (
    <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      {records.gone}
    </Text>
  );
}

/**
 * The name of a record that another record refers to, with a link. A deleted record is named as
 * such, and one that the User does not see as out of their reach.
 */
export function Referred({ resource, uuid, isPlain }: { resource: string; uuid: string; isPlain?: boolean }) {
  const kind = kindNamed(resource);
  const record = useReferred(resource, uuid);
  const isHidden = useIsHidden();
  if (!kind) return null;
  // The dots keep the line's height until the name is known, so that nothing below jumps.
  if (record === undefined) {
    return (
      <Text
        span
        size={isPlain ? undefined : 'sm'}
        inherit={isPlain}
        className={isPlain ? undefined : 'link-to-come'}
        aria-hidden
      >
        …
      </Text>
    );
  }
  const missing = isHidden ? records.outOfReach(kind.label) : records.deletedRecord(kind.label);
  const title = record ? nameOf(record, kind.title) : missing;
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
