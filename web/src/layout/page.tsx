import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { common } from '../texts/common.ts';

/** The frame of a page: its title, its actions, a description and the content. */
export function Page({
  title,
  mark,
  back,
  actions,
  about,
  wide = false,
  children,
}: {
  title: string;
  /** In front of the title. */
  mark?: ReactNode;
  /** The link to the page above this one. */
  back?: ReactNode;
  actions?: ReactNode;
  about?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  useDocumentTitle(`${title} · ${common.product}`);
  return (
    <Stack gap="md" className={wide ? undefined : 'narrow-page'}>
      <Box>
        <div className="page-bar">
          {back && <div className="page-back">{back}</div>}
          {mark}
          <Title order={1} dir="auto" className="break-anywhere">
            {title}
          </Title>
        </div>
        {(about || actions) && (
          <div className="page-acts">
            {about && (
              <Text size="sm" c="dimmed" maw={640}>
                {about}
              </Text>
            )}
            {actions && <Group gap="xs">{actions}</Group>}
          </div>
        )}
      </Box>
      {children}
    </Stack>
  );
}
