import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/**
 * The content of an empty list: what to do first, and with `sketch` what will be there. It names
 * the columns, or is empty for plain lines.
 */
export function Empty(props: { title: string; what: string; sketch?: string[]; children?: ReactNode }) {
  const { title, what, sketch, children } = props;
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      {sketch && <Sketch columns={sketch} />}
      <Text fw="bold">{title}</Text>
      <Text size="sm" c="dimmed" maw={460}>
        {what}
      </Text>
      {children}
    </Stack>
  );
}

/** Lines without words, in the places of later ones. Nobody needs to hear of them. */
function Sketch({ columns }: { columns: string[] }) {
  return (
    <div className="sketch" aria-hidden="true">
      {columns.length > 0 && (
        <div className="sketch-head">
          {columns.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
      )}
      {['5rem', '8rem', '6rem'].map((width) => (
        <div key={width} className="sketch-line">
          {(columns.length > 0 ? columns : ['']).map((name) => (
            <i key={name} style={{ maxWidth: width }} />
          ))}
        </div>
      ))}
    </div>
  );
}
