import { Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { common } from '../texts/common.ts';

/** The frame of the pages for people who are not signed in. */
export function Outside({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  useDocumentTitle(`${title} · ${common.product}`);
  return (
    <main className="outside">
      <Stack>
        <span className="brand">
          <img src="/favicon.svg" alt="" width={32} height={32} />
          <Text fw="bold" size="lg" component="span">
            {common.product}
          </Text>
        </span>
        <Paper withBorder p="lg" shadow="xs" className="section">
          <Stack gap="md">
            <div>
              <Title order={1}>{title}</Title>
              {about && (
                <Text size="sm" c="dimmed" mt={4} className="break-anywhere">
                  {about}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </main>
  );
}
