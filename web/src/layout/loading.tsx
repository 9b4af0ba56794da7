import { Skeleton, type SkeletonProps, Text, VisuallyHidden } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { common } from '../texts/common.ts';

/** Until then most people just wait. */
const LONG_MS = 5_000;

/** In the place of what is still being read, about as high as that will be. */
export function Loading({ h }: { h: SkeletonProps['h'] }) {
  return (
    <div role="status">
      <VisuallyHidden>{common.loading}</VisuallyHidden>
      <Skeleton h={h} />
      <LongWait />
    </div>
  );
}

/** Says that an answer takes long, so that nobody wonders whether it is still waited for. */
export function LongWait() {
  const [isLong, setIsLong] = useState(false);
  useTimeout(() => setIsLong(true), LONG_MS, { autoInvoke: true });
  if (!isLong) return null;
  return (
    <Text size="sm" c="dimmed" mt="xs" ta="center">
      {common.longWait}
    </Text>
  );
}
