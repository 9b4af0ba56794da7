import { Alert } from '@mantine/core';
import type { View } from '@rapport/contract/views';
import { useSearch } from '@tanstack/react-router';
import { savedViews as texts } from '../../texts/saved-views.ts';
import type { ListSearch } from '../list.ts';
import { useMayChangeView } from './may-change-view.ts';
import { useSavedView } from './use-saved-view.ts';
import { isOutdated } from './view-search.ts';
import type { ShownColumns } from './view-state.ts';

/**
 * Says that the view of the address is gone, that a part of it is, or that somebody has changed it
 * under a draft. `columns` are those of the table; a board has none.
 */
export function ViewNotices({ columns }: { columns?: ShownColumns }) {
  const { view, isGone } = useSavedView();
  if (isGone) {
    return (
      <Alert color="orange" variant="light" title={texts.goneTitle}>
        {texts.gone}
      </Alert>
    );
  }
  return (
    view && (
      <>
        <Faults view={view} />
        <Outdated view={view} columns={columns} />
      </>
    )
  );
}

function Faults({ view }: { view: View }) {
  if (view.faults.length === 0) return null;
  const reasons = [...new Set(view.faults.map(({ detail }) => detail))];
  return (
    <Alert color="orange" variant="light" title={texts.faultsTitle}>
      {texts.faults(reasons.join(' '))}
    </Alert>
  );
}

/** Tells who may save the draft what that would replace. */
function Outdated({ view, columns }: { view: View; columns: ShownColumns | undefined }) {
  const address = useSearch({ strict: false }) as ListSearch;
  const { mayChange } = useMayChangeView(view);
  if (!mayChange || !(isOutdated(address, view) || columns?.isOutdated)) return null;
  return (
    <Alert color="orange" variant="light" title={texts.outdatedTitle}>
      {texts.outdated(view.shared ? texts.saveForAll : texts.save)}
    </Alert>
  );
}
