import { SegmentedControl } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { tasks as texts } from '../texts/tasks.ts';

/** Returns whose tasks the User looks at on the pages of days, and its setter. */
export function useWhose() {
  return useLocalStorage({
    key: 'rapport-today-whose',
    defaultValue: 'mine',
    getInitialValueInEffect: false,
  });
}

/** One's own tasks, or those of everybody. */
export function WhoseControl(props: { label: string; value: string; onChange: (whose: string) => void }) {
  return (
    <SegmentedControl
      aria-label={props.label}
      size="xs"
      data={[
        { value: 'mine', label: texts.mine },
        { value: 'all', label: texts.everybodys },
      ]}
      value={props.value}
      onChange={props.onChange}
    />
  );
}
