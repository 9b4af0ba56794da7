import type { View } from '@rapport/contract/views';
import { useState } from 'react';
import { useView } from '../../fields/view.ts';
import { later } from '../../layout/later.tsx';
import { laterMenu } from '../../layout/later-menu.tsx';
import { Opening } from '../../layout/loading.tsx';
import { useSavedViews } from './saved-views.ts';
import { useSavedView } from './use-saved-view.ts';
import { ViewButton, type ViewMenuProps } from './view-button.tsx';
import type { Asked } from './view-dialogs.tsx';
import { type ShownColumns, useViewContent } from './view-state.ts';

const Choices = laterMenu<ViewMenuProps>(
  ({ views: _, layout: _l, content: _c, columns: _s, ask: _a, ...props }) => <ViewButton {...props} />,
  'menu',
  async () => (await import('./view-menu-items.tsx')).ViewMenuItems,
);
const ViewDialogs = later(async () => (await import('./view-dialogs.tsx')).ViewDialogs, Opening);

/**
 * The menu of the views of a list, with what can be done with the open one. `columns` are those of
 * the table; a board has none.
 */
export function ViewMenu({ columns, layout }: { columns?: ShownColumns; layout: View['layout'] }) {
  const { resource } = useView();
  const views = useSavedViews(resource) ?? [];
  const { view } = useSavedView();
  const { content, isChanged } = useViewContent(layout, columns);
  const [asked, ask] = useState<Asked | null>(null);
  return (
    <>
      <Choices
        views={views}
        view={view}
        layout={layout}
        content={content}
        isChanged={isChanged}
        columns={columns}
        ask={ask}
      />
      {asked && (
        <ViewDialogs
          asked={asked}
          view={view}
          content={content}
          onSaved={() => columns?.reset()}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}
