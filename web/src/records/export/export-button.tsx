import { Button } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { notifyDone, notifyProblem } from '../../layout/notify.ts';
import { records } from '../../texts/records.ts';
import { download, toCsv } from '../csv.ts';
import type { RecordData } from '../data.ts';
import { type ListSearch, listParameters, pageAddress, type RecordsPage } from '../list.ts';
import { readNames } from '../names.ts';
import { useView } from '../view.ts';
import { exportTable } from './export.ts';

/**
 * Exports all records that match the filter, also those not loaded, with all columns. A second
 * press stops it.
 */
export function ExportButton({ search }: { search: ListSearch }) {
  const view = useView();
  const { texts } = view;
  const [running, setRunning] = useState<{ count: number; aborter: AbortController } | null>(null);
  const start = async () => {
    const aborter = new AbortController();
    setRunning({ count: 0, aborter });
    try {
      const names = await readNames();
      const found: RecordData[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const address = pageAddress(view, listParameters(search), cursor, false);
        const page: RecordsPage = await request('GET', address, { signal: aborter.signal });
        found.push(...page.data);
        setRunning({ count: found.length, aborter });
        cursor = page.next_cursor;
      }
      if (found.length > 0) download(`${view.list.name}.csv`, toCsv(exportTable(view, found, names)));
      notifyDone(found.length > 0 ? texts.exported(found.length) : texts.nothingToExport);
    } catch (error) {
      if (!aborter.signal.aborted) notifyProblem(error);
    }
    setRunning(null);
  };
  return (
    <Button
      variant="default"
      onClick={() => (running ? running.aborter.abort() : void start())}
      title={running ? records.stop : undefined}
    >
      {running ? texts.exporting(running.count) : records.export}
    </Button>
  );
}
