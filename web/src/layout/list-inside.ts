import { useRef, useState } from 'react';

/**
 * Returns the properties of a select, or an input of tags, whose list is part of the page's flow:
 * it moves the content below and covers no button. `box` is the element around it, of the class
 * `list-inside`.
 */
export function useListInside() {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  return {
    box,
    dropdownOpened: isOpen,
    onDropdownOpen: () => {
      setIsOpen(true);
      requestAnimationFrame(() => box.current?.scrollIntoView({ block: 'nearest' }));
    },
    // The list closes after the pointer is released. Otherwise a pressed button would move away and
    // lose its click.
    onDropdownClose: () => {
      if (document.querySelector('button:active') === null) setIsOpen(false);
      else window.addEventListener('pointerup', () => setTimeout(() => setIsOpen(false)), { once: true });
    },
    comboboxProps: { withinPortal: false },
  };
}
