import { createSpotlight } from '@mantine/spotlight';

const [store, { open, close }] = createSpotlight();

/** Whether the palette is open and what is typed, known before its script is loaded. */
export const PALETTE = store;

/**
 * Opens the palette. Its script may still come, so what is typed goes into its words until its
 * field has the focus.
 */
export function openPalette(): void {
  if (!PALETTE.getState().opened) window.addEventListener('keydown', keep, { capture: true });
  open();
}

/** Writes words into the field of the palette. */
export function typeWords(query: string): void {
  PALETTE.updateState((state) => ({ ...state, query }));
}

function keep(event: KeyboardEvent): void {
  const { opened, query } = PALETTE.getState();
  if (!opened || document.activeElement?.closest('.mantine-Spotlight-content')) {
    window.removeEventListener('keydown', keep, { capture: true });
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') {
    close();
    typeWords('');
  } else if (event.key === 'Backspace') typeWords(query.slice(0, -1));
  else if (event.key.length === 1) typeWords(query + event.key);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
