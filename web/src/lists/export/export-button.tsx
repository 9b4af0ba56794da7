import { Button } from '@mantine/core';
import { withQuery } from '../../api/request.ts';
import { withZone } from '../../api/zone.ts';
import { apiPath, useView } from '../../fields/view.ts';
import { records } from '../../texts/records.ts';
import { type ListSearch, listParameters } from '../list.ts';

/**
 * The link that saves the list as a file, with all its records and all that is in them. The server
 * writes the file, so it may have a million lines.
 */
export function ExportButton({ search }: { search: ListSearch }) {
  const view = useView();
  const address = withQuery(`${apiPath(view)}.csv`, listParameters(search));
  return (
    <Button component="a" variant="subtle" color="gray" href={withZone(address, undefined)} download>
      {records.export}
    </Button>
  );
}
