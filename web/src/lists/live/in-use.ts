/** Rows, cards and boxes under a pointer that has moved within this time stay where they are. */
const AT_REST_MS = 300;

/** The place where a change moves what is under the pointer. */
const MOVES = 'main';

/**
 * An open menu or choice, a dialog, a cell in editing and what is typed beside a list. They would
 * lose their place, if the row or the page that they are about went away.
 */
const OPEN =
  '[role=menu], [role=listbox], [role=dialog][aria-modal=true], .edited-cell, .preview [data-typed]';

/**
 * Watches whether somebody is about to do something with what is shown, such as to click on a row
 * or to drag a card. Returns the question and the end of the watch.
 */
export function watchUse(): { isInUse: () => boolean; end: () => void } {
  let isPressed = false;
  let isDragged = false;
  let moved_at = 0;
  const release = () => {
    isPressed = false;
  };
  const drop = () => {
    isDragged = false;
    isPressed = false;
  };
  const move = (event: Event) => {
    // A press that ended outside of the window is known only now.
    if ((event as PointerEvent).buttons === 0) isPressed = false;
    if (event.target instanceof Element && event.target.closest(MOVES)) moved_at = performance.now();
  };
  const listeners: Record<string, (event: Event) => void> = {
    pointerdown: () => {
      isPressed = true;
    },
    pointerup: release,
    // A drag and scrolling by a finger end the press.
    pointercancel: release,
    dragstart: () => {
      isDragged = true;
    },
    dragend: drop,
    drop,
    pointermove: move,
  };
  for (const [name, listener] of Object.entries(listeners))
    document.addEventListener(name, listener, { capture: true, passive: true });
  return {
    isInUse: () =>
      isPressed ||
      isDragged ||
      performance.now() - moved_at < AT_REST_MS ||
      [...document.querySelectorAll(OPEN)].some((open) => open.checkVisibility()),
    end: () => {
      for (const [name, listener] of Object.entries(listeners))
        document.removeEventListener(name, listener, true);
    },
  };
}
