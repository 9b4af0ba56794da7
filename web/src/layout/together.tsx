import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSettled } from '../api/settled.ts';

/** Sections that read for themselves. They are shown together, so that none moves another. */
export function Together({ children }: { children: ReactNode }) {
  const isSettled = useSettled();
  return (
    <Stack gap="md" style={isSettled ? undefined : { visibility: 'hidden' }}>
      {children}
    </Stack>
  );
}
