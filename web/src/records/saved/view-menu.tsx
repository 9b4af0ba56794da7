import { Button, Menu, Text } from '@mantine/core';
import type { View } from '@rapport/contract/views';
import { useState } from 'react';
import { later } from '../../layout/later.tsx';
import { savedViews as texts } from '../../texts/saved-views.ts';
import { useView } from '../view.ts';
import { useSavedViews } from './saved-views.ts';
import { useSavedView } from './use-saved-view.ts';
import type { Asked } from './view-dialogs.tsx';
import { type ShownColumns, useViewContent } from './view-state.ts';

const ViewMenuItems = later(async () => (await import('./view-menu-items.tsx')).ViewMenuItems);
const ViewDialogs = later(async () => (await import('./view-dialogs.tsx')).ViewDialogs);

/**
 * The menu of the views of a list, with what can be done with the open one. `columns` are those of
 * the table; a board has none.
 */
export function ViewMenu({ columns, layout }: { columns?: ShownColumns; layout: View['layout'] }) {
  const { texts: kind, resource } = useView();
  const views = useSavedViews(resource) ?? [];
  const { view } = useSavedView();
  const { content, isChanged } = useViewContent(layout, columns);
  const [asked, ask] = useState<Asked | null>(null);
  const name = view?.name ?? texts.all(kind.title);
  const isShownChanged = view !== undefined && isChanged;
  return (
    <>
      <Menu position="bottom-start" width="min(17.5rem, calc(100vw - 10px))">
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            className="view-button"
            aria-label={`${texts.choose}: ${name}${isShownChanged ? `, ${texts.changed}` : ''}`}
            rightSection={<span aria-hidden>▾</span>}
          >
            <span className="view-name">{name}</span>
            {isShownChanged && (
              <Text span size="xs" c="dimmed" ml={6}>
                {texts.changed}
              </Text>
            )}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="view-menu">
          <ViewMenuItems
            views={views}
            view={view}
            layout={layout}
            content={content}
            isChanged={isChanged}
            columns={columns}
            ask={ask}
          />
        </Menu.Dropdown>
      </Menu>
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
