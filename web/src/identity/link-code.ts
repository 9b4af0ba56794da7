import { useLocation } from '@tanstack/react-router';

/**
 * Returns the code of the mailed link, or an empty text without one. The code is in the fragment,
 * which no server and no log sees.
 */
export function useLinkCode(): string {
  const hash = useLocation({ select: (location) => location.hash });
  return new URLSearchParams(hash).get('code') ?? '';
}
