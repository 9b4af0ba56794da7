import { useNavigate } from '@tanstack/react-router';
import { type RecordView, useView } from '../fields/view.ts';
import { BackLink } from '../layout/back-link.tsx';
import { useDraft } from '../layout/draft.ts';

/** The scroll position of a list. */
export type Place = { top_px: number };

const TOP: Place = { top_px: 0 };

/** The draft that keeps the search of a kind's list. */
export const searchDraftOf = ({ path }: RecordView) => `${path}-search`;

/** Returns the position at which the list was left, and its setter. */
export function useKeptPlace() {
  return useDraft(`${useView().path}-place`, TOP);
}

/** The link to the list, as the User left it. The router adds the Account. */
function useLeftList() {
  const view = useView();
  const [search] = useDraft<Record<string, string | undefined>>(searchDraftOf(view), {});
  const [state] = useKeptPlace();
  const last = view.useLastPage?.();
  return last && last.to !== view.path ? last : { to: view.path, search, state };
}

export function BackToList() {
  const { texts } = useView();
  return <BackLink {...useLeftList()} label={texts.title} />;
}

/** Returns a function that leads back to the list, for the end of an action. */
export function useGoBackToList(): () => Promise<void> {
  const navigate = useNavigate();
  const list = useLeftList();
  return () => navigate(list as never);
}
