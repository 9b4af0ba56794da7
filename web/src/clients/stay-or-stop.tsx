import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { importing as texts } from '../texts/clients.ts';

/** Asks before the page of a running import is left; a browser that is closed asks in its own words. */
export function StayOrStop() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={texts.leaveTitle}>
      <Stack>
        <Text size="sm">{texts.leave}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => proceed?.()}>
            {texts.stopAndLeave}
          </Button>
          <Button data-autofocus onClick={() => reset?.()}>
            {texts.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
