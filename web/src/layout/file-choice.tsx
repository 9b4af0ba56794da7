import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { useRef } from 'react';

/** A button that asks for a file. The same file can be chosen again after it was corrected. */
export function FileChoice({
  label,
  accept,
  onFile,
  ...button
}: ButtonProps & { label: string; accept?: string; onFile: (file: File | null) => void }) {
  const reset = useRef<() => void>(null);
  // Reset, because a browser reports only a choice that differs from the one before.
  const choose = (file: File | null) => {
    reset.current?.();
    onFile(file);
  };
  return (
    <FileButton
      resetRef={reset}
      onChange={choose}
      inputProps={{ 'aria-label': label }}
      {...(accept && { accept })}
    >
      {(props) => (
        <Button {...button} {...props}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}
