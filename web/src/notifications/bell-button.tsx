import { ActionIcon } from '@mantine/core';
import { BellIcon } from '../layout/icons.tsx';
import type { ButtonProps } from '../layout/later-menu.tsx';
import { notifications as texts } from '../texts/notifications.ts';

/** The most that the bell counts. */
const COUNT_MAX = 99;

/** The bell. Its number comes with the script of its list. */
export function BellButton({ unread = 0, ...props }: ButtonProps & { unread?: number }) {
  const said = unread > COUNT_MAX ? `${COUNT_MAX}+` : String(unread);
  return (
    <ActionIcon
      {...props}
      variant="subtle"
      color="gray"
      size="lg"
      style={{ overflow: 'visible' }}
      aria-label={unread === 0 ? texts.label : texts.labelWith(said)}
    >
      <BellIcon />
      {unread > 0 && (
        <span aria-hidden="true" style={BUBBLE}>
          {said}
        </span>
      )}
    </ActionIcon>
  );
}

const BUBBLE = {
  position: 'absolute',
  top: 0,
  insetInlineStart: '50%',
  minWidth: '1.1rem',
  paddingInline: '0.2rem',
  borderRadius: '0.6rem',
  background: 'var(--mantine-color-red-filled)',
  color: 'var(--mantine-color-white)',
  fontSize: '0.65rem',
  lineHeight: '1.1rem',
  fontWeight: 700,
  textAlign: 'center',
} as const;
