import { Button } from '@mantine/core';
import type { Client } from '@rapport/contract/clients';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { download, toCsv } from '../layout/csv.ts';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { clients } from '../texts/clients.ts';
import { exportTable } from './export.ts';
import { type ClientPage, type ListSearch, listParameters, pageAddress } from './list.ts';
import { readNames } from './names.ts';

/** Exports all that the filter shows, not only what is loaded, with all columns. Pressing again stops it. */
export function ExportButton({ search }: { search: ListSearch }) {
  const [running, setRunning] = useState<{ count: number; aborter: AbortController } | null>(null);
  const start = async () => {
    const aborter = new AbortController();
    setRunning({ count: 0, aborter });
    try {
      const names = await readNames();
      const found: Client[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const address = pageAddress(listParameters(search), cursor, false);
        const page: ClientPage = await request('GET', address, { signal: aborter.signal });
        found.push(...page.data);
        setRunning({ count: found.length, aborter });
        cursor = page.next_cursor;
      }
      if (found.length > 0) download('clients.csv', toCsv(exportTable(found, names)));
      notifyDone(found.length > 0 ? clients.exported(found.length) : clients.nothingToExport);
    } catch (error) {
      if (!aborter.signal.aborted) notifyProblem(error);
    }
    setRunning(null);
  };
  return (
    <Button
      variant="default"
      onClick={() => (running ? running.aborter.abort() : void start())}
      title={running ? clients.stop : undefined}
    >
      {running ? clients.exporting(running.count) : clients.export}
    </Button>
  );
}
