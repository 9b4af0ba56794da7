import type { ComponentProps } from 'react';
import { later } from '../layout/later.tsx';
import { Loading } from '../layout/loading.tsx';
import type { ThreadView as View } from './thread-view.tsx';

/** The mails of a conversation, whose script is loaded when somebody opens one. */
export const ThreadView = later<ComponentProps<typeof View>>(
  async () => (await import('./thread-view.tsx')).ThreadView,
  () => <Loading h={160} />,
);
