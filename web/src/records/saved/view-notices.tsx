import { Alert } from '@mantine/core';
import { savedViews as texts } from '../../texts/saved-views.ts';
import { useSavedView } from './use-saved-view.ts';

/** Says that the view of the address is gone, or that a part of it is. */
export function ViewNotices() {
  const { view, isGone } = useSavedView();
  if (isGone) {
    return (
      <Alert color="orange" variant="light" title={texts.goneTitle}>
        {texts.gone}
      </Alert>
    );
  }
  if (!view || view.faults.length === 0) return null;
  const reasons = [...new Set(view.faults.map(({ detail }) => detail))];
  return (
    <Alert color="orange" variant="light" title={texts.faultsTitle}>
      {texts.faults(reasons.join(' '))}
    </Alert>
  );
}
