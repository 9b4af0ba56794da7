import { ActionIcon, Anchor, Group, Text } from '@mantine/core';
import type { File as KeptFile } from '@rapport/contract/files';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Dialog } from '../layout/dialog.tsx';
import { files as texts } from '../texts/files.ts';
import { contentAddress } from './file-row.tsx';

/** A picture in a dialog, with the others of the record before and behind it. */
export function Preview(props: {
  files: KeptFile[];
  uuid: string | null;
  onShow: (uuid: string | null) => void;
}) {
  const { files, uuid, onShow } = props;
  const place = files.findIndex((file) => file.uuid === uuid);
  const file = files[place];
  const goTo = (next: number) => {
    const other = files[next];
    if (other) onShow(other.uuid);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') goTo(place - 1);
    if (key === 'ArrowRight') goTo(place + 1);
  };
  return (
    <Dialog
      opened={file !== undefined}
      onClose={() => onShow(null)}
      title={file?.name ?? ''}
      size="xl"
      onKeyDown={onKeyDown}
    >
      {file && <Shown key={file.uuid} file={file} />}
      {file && (
        <Group justify="space-between" mt="sm">
          <Group gap="xs">
            {files.length > 1 && (
              <>
                <ActionIcon
                  variant="default"
                  aria-label={texts.before}
                  disabled={place === 0}
                  onClick={() => goTo(place - 1)}
                >
                  ‹
                </ActionIcon>
                <Text size="sm">{texts.preview(place + 1, files.length)}</Text>
                <ActionIcon
                  variant="default"
                  aria-label={texts.after}
                  disabled={place === files.length - 1}
                  onClick={() => goTo(place + 1)}
                >
                  ›
                </ActionIcon>
              </>
            )}
          </Group>
          <Anchor href={contentAddress(file)} download={file.name} size="sm">
            {texts.download}
          </Anchor>
        </Group>
      )}
    </Dialog>
  );
}

function Shown({ file }: { file: KeptFile }) {
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => setIsBroken(false), [file.uuid]);
  if (isBroken) return <Text size="sm">{texts.notShown}</Text>;
  return (
    <img
      className="file-preview"
      src={contentAddress(file)}
      alt={file.name}
      onError={() => setIsBroken(true)}
    />
  );
}
