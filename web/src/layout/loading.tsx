import {
  Center,
  Loader,
  type MantineSize,
  Skeleton,
  type SkeletonProps,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { common } from '../texts/common.ts';

/** Until then most people just wait. */
const LONG_MS = 5_000;

/** Stands for data that is still being read, about as high as that will be. */
export function Loading({ h }: { h: SkeletonProps['h'] }) {
  return (
    <div role="status">
      <VisuallyHidden>{common.loading}</VisuallyHidden>
      <Skeleton h={h} />
      <LongWait />
    </div>
  );
}

/** Stands for a whole page. */
export function PageLoading() {
  return (
    <Center mih="60vh">
      <Waiting />
    </Center>
  );
}

/** Where it is not known how high that will be. */
export function Waiting({ size, what = common.loading }: { size?: MantineSize; what?: string }) {
  return (
    <div role="status" className="waiting">
      <VisuallyHidden>{what}</VisuallyHidden>
      <Loader size={size} />
      <LongWait />
    </div>
  );
}

/** Says that an answer takes long, so that nobody wonders whether it is still waited for. */
function LongWait() {
  const [isLong, setIsLong] = useState(false);
  useTimeout(() => setIsLong(true), LONG_MS, { autoInvoke: true });
  if (!isLong) return null;
  return (
    <Text size="sm" c="dimmed" mt="xs" ta="center">
      {common.longWait}
    </Text>
  );
}
