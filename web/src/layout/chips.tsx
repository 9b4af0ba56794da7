import { type ReactNode, useId } from 'react';

type Chip = { value: string; label: ReactNode };

/** A choice of one among few, each as large as a thumb. `label` is what a screen reader says. */
export function Chips(props: {
  label: string;
  value: string;
  choices: Chip[];
  onChange: (value: string) => void;
}) {
  const { label, value, choices, onChange } = props;
  const name = useId();
  return (
    <fieldset className="chips">
      <legend className="only-heard">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="chip">
          <input
            type="radio"
            name={name}
            className="only-heard"
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
