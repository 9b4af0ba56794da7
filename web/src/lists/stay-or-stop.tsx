import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Dialog } from '../layout/dialog.tsx';
import { records as texts } from '../texts/records.ts';

/**
 * Asks for a confirmation when the User leaves the page during an import or a change of many
 * records. When the tab is closed, the browser asks in its own words.
 */
export function StayOrStop({ title, hint }: { title: string; hint: string }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    withResolver: true,
  });
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title={title}>
      <Stack>
        <Text size="sm">{hint}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => proceed?.()}>
            {texts.stopAndLeave}
          </Button>
          <Button data-autofocus onClick={() => reset?.()}>
            {texts.stay}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
