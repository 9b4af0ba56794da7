import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { rangeFault } from '../values/number-faults.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'error'> & {
  value: string;
  min: number;
  max: number;
  onChange: (typed: string) => void;
};

/**
 * The input of a whole number, or of none. It keeps what is typed, also if that is not such a
 * number. Then it says so and keeps its form from being sent.
 */
export function WholeNumberInput({ value, min, max, onChange, ...input }: Props) {
  const own = useRef<HTMLInputElement>(null);
  const fault = rangeFault(value, min, max);
  useEffect(() => own.current?.setCustomValidity(fault ?? ''), [fault]);
  return (
    <TextInput
      {...input}
      ref={own}
      inputMode="numeric"
      value={value}
      error={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
