import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** The content of an empty list: it says what to do first. */
export function Empty({ title, what, children }: { title: string; what: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" maw={460}>
        {what}
      </Text>
      {children}
    </Stack>
  );
}
