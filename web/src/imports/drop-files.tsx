import { Button, FileButton, Paper, Stack, Text } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { imports as texts } from '../texts/imports.ts';

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.xls,.ods,.vcf,.zip,text/csv,text/vcard';

/** The place to drop files, with a button for those who choose them. */
export function DropFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  const reset = useRef<() => void>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: Iterable<File>) => {
    setIsOver(false);
    const list = [...files];
    if (list.length > 0) onFiles(list);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    <Paper
      withBorder
      p="xl"
      className="drop-zone"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Stack align="center" gap="xs">
        <FileButton
          multiple
          resetRef={reset}
          accept={ACCEPTED}
          inputProps={{ 'aria-label': texts.choose }}
          onChange={(files) => {
            // Reset, because a browser reports only a choice that differs from the one before.
            reset.current?.();
            take(files);
          }}
        >
          {(props) => <Button {...props}>{texts.choose}</Button>}
        </FileButton>
        <Text size="sm" c="dimmed" ta="center">
          {texts.drop}
        </Text>
      </Stack>
    </Paper>
  );
}
