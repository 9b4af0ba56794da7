import type { SelectProps } from '@mantine/core';
import { Face } from './face.tsx';

type Choice = { value: string; label: string };

/** What a choice of Users has in addition: the face of each. A choice of nobody has none. */
export function withFaces(data: Choice[], value: string | null) {
  const chosen = value ? data.find((one) => one.value === value) : undefined;
  return {
    leftSection: chosen && <Face id={chosen.value} name={chosen.label} />,
    renderOption: ({ option }) => (
      <span className="with-face">
        {option.value !== '' && <Face id={option.value} name={option.label} />}
        <span>{option.label}</span>
      </span>
    ),
  } satisfies Partial<SelectProps>;
}
