import { useEffect } from 'react';

/** What a key does; null: nothing now. */
type Keys = Record<string, (() => void) | null>;

/**
 * Lets single letters work on the whole page: not while somebody types, nor behind a dialog or the
 * palette.
 */
export function useDuplicateKeys(keys: Keys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = keys[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTyping(event.target) || document.querySelector('[role="dialog"], .mantine-Spotlight-content'))
        return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'radio';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
