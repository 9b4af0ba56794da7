import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { DownIcon, UpIcon } from './icons.tsx';

/** The buttons that move an entry of a list. Null: it is the first, or the last. */
export function UpAndDown(props: {
  name: string;
  texts: { up: (name: string) => string; down: (name: string) => string };
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}) {
  const { name, texts } = props;
  const button = (label: string, onClick: (() => void) | null, icon: () => ReactNode) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      disabled={!onClick}
      onClick={onClick ?? undefined}
    >
      {icon()}
    </ActionIcon>
  );
  return (
    <>
      {button(texts.up(name), props.onUp, UpIcon)}
      {button(texts.down(name), props.onDown, DownIcon)}
    </>
  );
}
