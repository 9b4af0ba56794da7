import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core';
import { type ReactElement, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { type ButtonProps, EarlyContext } from './later-menu.tsx';

/** Makes the button, to which it passes these properties on. */
type MakeButton = (props: ButtonProps) => ReactElement;

/** A button with a menu. It takes over from the button of `laterMenu`. */
export function ButtonMenu({
  button,
  children,
  ...rest
}: Omit<MenuProps, 'children'> & { button: MakeButton; children: ReactNode }) {
  const { ref, opened, setOpened } = useEarly();
  return (
    <Menu opened={opened} onChange={setOpened} {...rest}>
      <Menu.Target>{button({ ref })}</Menu.Target>
      {children}
    </Menu>
  );
}

/** A button with a form. `children` makes it and is given the function that closes it. */
export function ButtonPopover({
  button,
  children,
  className,
  ...rest
}: Omit<PopoverProps, 'children'> & {
  button: MakeButton;
  children: (close: () => void) => ReactNode;
  className?: string;
}) {
  const { ref, opened, setOpened } = useEarly();
  return (
    <Popover opened={opened} onChange={setOpened} shadow="md" trapFocus {...rest}>
      <Popover.Target>{button({ ref, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown className={className}>{opened && children(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  );
}

/** Gives the focus and a press of the earlier button to this one. */
function useEarly() {
  const early = use(EarlyContext);
  const ref = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    // First the focus, because a closed menu gives it back to what had it.
    if (early.hasFocus) ref.current?.focus();
    if (early.isPressed) setOpened(true);
  }, [early]);
  return { ref, opened, setOpened };
}
