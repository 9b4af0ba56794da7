import { Button, Group } from '@mantine/core';
import { common } from '../texts/common.ts';

/** Under a list that comes page by page; nothing when all of it is there. */
export function MoreButton({
  pages,
}: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
}) {
  if (!pages.hasNextPage) return null;
  return (
    <Group>
      <Button
        variant="default"
        size="xs"
        loading={pages.isFetchingNextPage}
        onClick={() => pages.fetchNextPage()}
      >
        {common.more}
      </Button>
    </Group>
  );
}
