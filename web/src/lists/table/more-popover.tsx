import { Stack } from '@mantine/core';
import { ButtonPopover } from '../../layout/menu.tsx';
import { DeletedLink } from '../deleted/deleted-link.tsx';
import { DuplicatesLink } from '../duplicates/duplicates-link.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { ImportLink } from '../import-link.tsx';
import { useListSearch } from '../list.ts';
import { MoreButton, type MoreProps } from './more-button.tsx';

/** What leads into and out of the list. An empty one has nothing to export. */
export function MorePopover({ isEmpty, mayWrite }: MoreProps) {
  const [search] = useListSearch();
  return (
    <ButtonPopover position="bottom-end" className="more-links" button={(press) => <MoreButton {...press} />}>
      {() => (
        <Stack gap={0}>
          {!isEmpty && <ExportButton search={search} />}
          {mayWrite && <ImportLink />}
          <DuplicatesLink />
          <DeletedLink />
        </Stack>
      )}
    </ButtonPopover>
  );
}
