import { Button, Center } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { common } from '../texts/common.ts';
import { Empty } from './empty.tsx';

export function NotFound() {
  return (
    <Center mih="60vh">
      <Empty title={common.notFoundTitle} what={common.notFound}>
        <Button component={Link} to="/clients" variant="default">
          {common.toClients}
        </Button>
      </Empty>
    </Center>
  );
}
