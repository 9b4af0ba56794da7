import { later } from '../../layout/later.tsx';
import { Waiting } from '../../layout/loading.tsx';
import { ButtonPopover } from '../../layout/menu.tsx';
import { useListSearch } from '../list.ts';
import { focusFilterButton, PlainFilterButton } from './plain-filter-button.tsx';

const FilterForm = later(
  async () => (await import('./filter-form.tsx')).FilterForm,
  () => <Waiting />,
);

/** The form of a new filter at its button. */
export function FilterPopover({ without }: { without?: string[] }) {
  const [, change] = useListSearch();
  return (
    <ButtonPopover
      position="bottom-start"
      width="min(17.5rem, calc(100vw - 10px))"
      button={(press) => <PlainFilterButton {...press} />}
    >
      {(close) => (
        <FilterForm
          without={without}
          onAdd={(changes) => {
            change(changes);
            close();
            focusFilterButton();
          }}
        />
      )}
    </ButtonPopover>
  );
}
