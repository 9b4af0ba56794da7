import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page with its own heading. */
export function Section({
  title,
  icon,
  actions,
  about,
  children,
}: {
  title: string;
  icon?: ReactNode;
  actions?: ReactNode;
  about?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Paper withBorder p="md" component="section" className="section" aria-label={title}>
      <Stack gap="sm">
        <Box>
          <Group justify="space-between" gap="xs">
            <Title order={2} className="section-title">
              {icon}
              {title}
            </Title>
            {actions}
          </Group>
          {about && (
            <Text size="sm" c="dimmed" maw={620} mt={4}>
              {about}
            </Text>
          )}
        </Box>
        {children}
      </Stack>
    </Paper>
  );
}
