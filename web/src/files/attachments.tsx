import { ActionIcon, Button, FileButton, Group, Text } from '@mantine/core';
import { useRef } from 'react';
import { CrossIcon } from '../layout/icons.tsx';
import { files as texts } from '../texts/files.ts';
import { saySize } from './say-size.ts';

/** Files that go along with what is being written. They are sent when that is saved. */
export function Attachments({ files, onFiles }: { files: File[]; onFiles: (files: File[]) => void }) {
  const reset = useRef<() => void>(null);
  return (
    <Group gap="xs">
      <FileButton
        multiple
        resetRef={reset}
        inputProps={{ 'aria-label': texts.attach }}
        onChange={(chosen) => {
          // Reset, because a browser reports only a choice that differs from the one before.
          reset.current?.();
          onFiles([...files, ...chosen]);
        }}
      >
        {(props) => (
          <Button variant="subtle" color="gray" size="compact-sm" {...props}>
            {texts.attach}
          </Button>
        )}
      </FileButton>
      {files.map((file, index) => (
        <Group gap={4} key={`${file.name} ${index}`}>
          <Text size="sm" className="break-anywhere">
            {file.name} ({saySize(file.size)})
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.detach(file.name)}
            onClick={() => onFiles(files.filter((one) => one !== file))}
          >
            <CrossIcon />
          </ActionIcon>
        </Group>
      ))}
    </Group>
  );
}
