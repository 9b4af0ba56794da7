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

/** Most people wait this long without wondering. */
const LONG_MS = 5_000;

/** A placeholder for data that is still being read, with about the height of the data. */
export function Loading({ h }: { h: SkeletonProps['h'] }) {
  return (
    <div role="status">
      <VisuallyHidden>{common.loading}</VisuallyHidden>
      <Skeleton h={h} />
      <LongWait />
    </div>
  );
}

/** A placeholder for a whole page. */
export function PageLoading() {
  return (
    <Center mih="60vh">
      <Waiting />
    </Center>
  );
}

/** A placeholder for data of unknown height. */
export function Waiting({ size, what = common.loading }: { size?: MantineSize; what?: string }) {
  return (
    <div role="status" className="waiting">
      <VisuallyHidden>{what}</VisuallyHidden>
      <Loader size={size} />
      <LongWait />
    </div>
  );
}

/** Stands over the page until the script of a dialog has come. */
export function Opening() {
  return (
    <div className="opening">
      <Waiting size="sm" />
    </div>
  );
}

/** Says that an answer takes long, so that nobody wonders whether the page still waits. */
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
