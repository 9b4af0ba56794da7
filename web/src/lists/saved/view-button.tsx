import { Button, Text } from '@mantine/core';
import type { View } from '@rapport/contract/views';
import { useView } from '../../fields/view.ts';
import { FoldIcon } from '../../layout/icons.tsx';
import type { ButtonProps } from '../../layout/later-menu.tsx';
import { savedViews as texts } from '../../texts/saved-views.ts';
import type { Asked } from './view-dialogs.tsx';
import type { ShownColumns, ViewContent } from './view-state.ts';

export type ViewMenuProps = {
  views: View[];
  view: View | undefined;
  layout: View['layout'];
  content: ViewContent;
  isChanged: boolean;
  columns: ShownColumns | undefined;
  ask: (asked: Asked) => void;
};

/** The button of the menu, with the name of the open view and whether it was changed. */
export function ViewButton({
  view,
  isChanged,
  ...props
}: ButtonProps & { view: View | undefined; isChanged: boolean }) {
  const { texts: kind } = useView();
  const name = view?.name ?? texts.all(kind.title);
  const isShownChanged = view !== undefined && isChanged;
  return (
    <Button
      {...props}
      variant="subtle"
      color="gray"
      size="xs"
      className="view-button"
      // As it is shown, for people who speak to their browser.
      aria-label={`${texts.choose}: ${name}${isShownChanged ? ` ${texts.changed}` : ''}`}
      rightSection={<FoldIcon />}
    >
      <Text span inherit truncate>
        {name}
      </Text>{' '}
      {isShownChanged && (
        <Text span size="xs" c="dimmed" ml={6} flex="none">
          {texts.changed}
        </Text>
      )}
    </Button>
  );
}
