import { Button, Code, CopyButton, Group } from '@mantine/core';
import { common } from '../texts/common.ts';

/** A text to copy, shown unchanged. */
export function CopyField({ value, label }: { value: string; label: string }) {
  return (
    <Group gap="xs" align="flex-start">
      <Code block className="copy-field" aria-label={label} tabIndex={0}>
        {value}
      </Code>
      <Copy value={value} />
    </Group>
  );
}

/** The button that copies a text, and says when it has. */
export function Copy({ value }: { value: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy} miw={88}>
          {copied ? common.copied : common.copy}
        </Button>
      )}
    </CopyButton>
  );
}
