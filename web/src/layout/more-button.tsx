import { Button, Group } from '@mantine/core';
import { common } from '../texts/common.ts';

/** The button below a paged list that loads the next page. Renders nothing on the last page. */
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
