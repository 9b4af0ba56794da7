import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { common } from '../texts/common.ts';

/** The page for an unknown address. */
export function NotFound() {
  return (
    <Stack component="main" align="center" justify="center" mih="60vh" px="md" ta="center">
      <Title order={1}>{common.notFoundTitle}</Title>
      <Text c="dimmed">{common.notFound}</Text>
      <Button component={Link} to="/clients" variant="default">
        {common.toClients}
      </Button>
    </Stack>
  );
}
