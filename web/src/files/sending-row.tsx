import { ActionIcon, Button, Progress, Text } from '@mantine/core';
import { CrossIcon } from '../layout/icons.tsx';
import { files as texts } from '../texts/files.ts';
import { saySize } from './say-size.ts';
import { giveUp, goOn, type Sending } from './uploads.ts';

/** A file on its way: how far it is, or why it does not go on. */
export function SendingRow({ sending }: { sending: Sending }) {
  const { id, name, size_bytes, sent_bytes, state } = sending;
  const isRefused = state === 'refused';
  return (
    <li className="file">
      <span className="file-picture" aria-hidden="true" />
      <div className="file-name">
        <Text size="sm" className="break-anywhere">
          {name}
        </Text>
        {!isRefused && (
          <Progress
            size="sm"
            value={size_bytes === 0 ? 100 : (sent_bytes / size_bytes) * 100}
            aria-label={texts.sending(name)}
          />
        )}
        <Text size="xs" c={isRefused ? 'red' : 'dimmed'} role={isRefused ? 'alert' : undefined}>
          {saySending(sending)}
        </Text>
      </div>
      <div className="file-acts">
        {state === 'stopped' && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.goOnWith(name)}
            onClick={() => goOn(id)}
          >
            {texts.goOn}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={isRefused ? texts.dismiss(name) : texts.giveUp(name)}
          onClick={() => giveUp(id)}
        >
          <CrossIcon />
        </ActionIcon>
      </div>
    </li>
  );
}

function saySending({ state, sent_bytes, size_bytes, why }: Sending): string {
  if (state === 'refused') return why ?? '';
  if (state === 'queued') return texts.queued;
  if (state === 'broken') return texts.broken;
  if (state === 'stopped') return texts.stopped;
  return `${saySize(sent_bytes)} / ${saySize(size_bytes)}`;
}
