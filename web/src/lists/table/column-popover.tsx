import { ButtonPopover } from '../../layout/menu.tsx';
import { ColumnButton } from './column-button.tsx';
import { ColumnChoices } from './column-choices.tsx';
import type { ColumnLayout } from './column-layout.ts';

/** The menu that chooses columns. */
export function ColumnPopover(props: { columns: ColumnLayout }) {
  return (
    <ButtonPopover
      position="bottom-end"
      className="column-menu"
      button={(press) => <ColumnButton {...press} />}
    >
      {() => <ColumnChoices {...props} />}
    </ButtonPopover>
  );
}
