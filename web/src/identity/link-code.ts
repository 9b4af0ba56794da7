import { useLocation } from '@tanstack/react-router';

/**
 * Returns the code of the mailed link, or an empty text without one. The code is in the fragment,
 * which no server and no log sees.
 */
export function useLinkCode(): string {
  const hash = useLocation({ select: (location) => location.hash });
  return new URLSearchParams(hash).get('code') ?? '';
}

const KEPT = 'invitation-code';

/** Keeps the code of an invitation in this tab until the User has signed in; empty forgets it. */
export function keepLinkCode(code: string): void {
  if (code === '') sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, code);
}

/** Returns the kept code, or an empty text. */
export function keptLinkCode(): string {
  return sessionStorage.getItem(KEPT) ?? '';
}
