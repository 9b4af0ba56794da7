import { useLocation } from '@tanstack/react-router';

/**
 * The code of the mailed link that was opened; empty when there is none. It is in the fragment,
 * which no server and no log sees.
 */
export function useLinkCode(): string {
  const hash = useLocation({ select: (location) => location.hash });
  return new URLSearchParams(hash).get('code') ?? '';
}
