import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { common } from '../texts/common.ts';

/** The frame of a page: its title, its actions, a description and the content. */
export function Page({
  title,
  actions,
  about,
  wide = false,
  children,
}: {
  title: string;
  actions?: ReactNode;
  about?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · ${common.product}`;
  }, [title]);
  return (
    <Stack gap="md" maw={wide ? undefined : 880}>
      <Box>
        <Group justify="space-between" align="start" gap="xs" mih={36}>
          <Title order={1} dir="auto" className="page-title break-anywhere">
            {title}
          </Title>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {about && (
          <Text size="sm" c="dimmed" maw={640}>
            {about}
          </Text>
        )}
      </Box>
      {children}
    </Stack>
  );
}
