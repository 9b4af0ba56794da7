import type { View } from '@rapport/contract/views';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { SAVED_VIEWS } from './saved-views.ts';

/**
 * Returns the view of the address. `isPending` until the views are read, `isGone` if the User does
 * not see it, or not any more.
 */
export function useSavedView(): { view: View | undefined; isPending: boolean; isGone: boolean } {
  const { view: uuid } = useSearch({ strict: false }) as { view?: string };
  const { data, isPending } = useQuery({ ...SAVED_VIEWS, enabled: uuid !== undefined });
  const view = data?.find((one) => one.uuid === uuid);
  const isAsked = uuid !== undefined;
  return { view, isPending: isAsked && isPending, isGone: isAsked && data !== undefined && !view };
}
