import { Button } from '@mantine/core';
import { useView } from '../../fields/view.ts';
import { later } from '../../layout/later.tsx';
import { Waiting } from '../../layout/loading.tsx';
import { ButtonPopover } from '../../layout/menu.tsx';
import { records } from '../../texts/records.ts';
import { useListSearch } from '../list.ts';
import { conditionOf } from './filterable.ts';
import { PillButton, type PillProps } from './pill-button.tsx';

const FilterForm = later(
  async () => (await import('./filter-form.tsx')).FilterForm,
  () => <Waiting />,
);

/** The form of a filter at its words, and a button that shows its field as a column. */
export function PillPopover(props: PillProps) {
  const { shown, columns } = props;
  const [, change] = useListSearch();
  const view = useView();
  const { name } = conditionOf(view, Object.keys(shown)[0]!);
  const mayShow = columns && view.columns.includes(name) && !columns.names.includes(name);
  return (
    <ButtonPopover
      position="bottom-start"
      width="min(19rem, calc(100vw - 10px))"
      button={(press) => <PillButton {...props} {...press} />}
    >
      {(close) => (
        <>
          <FilterForm
            changed={shown}
            onAdd={(changes) => {
              const before = Object.fromEntries(Object.keys(shown).map((one) => [one, undefined]));
              change({ ...before, ...changes });
              close();
            }}
          />
          {mayShow && (
            <Button
              mt="xs"
              size="xs"
              variant="subtle"
              onClick={() => {
                columns.show(name);
                close();
              }}
            >
              {records.showAsColumn}
            </Button>
          )}
        </>
      )}
    </ButtonPopover>
  );
}
