/** The inputs of the page into which somebody has typed. */
const typed = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** What one searches and chooses by is typed again soon. */
const SEARCHES = '[type=search], [role=searchbox], [role=combobox], [type=checkbox], [type=radio]';

/** Notes from now on what is typed on the page. */
export function watchTyping(): void {
  document.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
      if (!target.matches(SEARCHES)) typed.add(target);
    },
    { capture: true, passive: true },
  );
}

/** True when a form of the page has something that was typed, so that a reload may lose it. */
export function isTyping(): boolean {
  for (const input of typed) if (!input.isConnected || input.value === '') typed.delete(input);
  return typed.size > 0;
}
