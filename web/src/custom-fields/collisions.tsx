import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ApiProblem } from '../api/request.ts';
import { kindNamed } from '../fields/kinds.ts';
import { sayOf } from '../layout/draft.ts';
import { customFields as texts } from '../texts/custom-fields.ts';

/**
 * The values that stand more than once, when a field cannot become unique. Each leads to a record.
 */
export function Collisions({ error, resource }: { error: unknown; resource: string }) {
  if (!(error instanceof ApiProblem)) return null;
  const found = error.errors.filter(({ pointer, uuid }) => pointer === '/unique' && uuid !== undefined);
  if (found.length === 0) return null;
  return (
    <ul className="changes" aria-label={texts.collisions}>
      {found.map(({ detail, uuid }) => (
        <li key={uuid}>
          <Text size="sm" span>
            {sayOf('', detail).trim()}{' '}
            <Anchor component={Link} to={`${kindNamed(resource)?.path}/${uuid}`} target="_blank" size="sm">
              {texts.openOne}
            </Anchor>
          </Text>
        </li>
      ))}
    </ul>
  );
}
