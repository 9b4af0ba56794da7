import { Button } from '@mantine/core';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { download, toCsv } from '../layout/csv.ts';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { clients } from '../texts/clients.ts';
import { COLUMNS, type Names } from './columns.tsx';
import { type ClientPage, type ListSearch, listParameters, pageAddress } from './list.ts';

/** Exports all that the filter shows, not only what is loaded. Pressing again stops it. */
export function ExportButton(props: { search: ListSearch; names: Names; columns: string[] }) {
  const [running, setRunning] = useState<{ count: number; aborter: AbortController } | null>(null);
  const start = async () => {
    const aborter = new AbortController();
    setRunning({ count: 0, aborter });
    try {
      const columns = COLUMNS.filter(({ name }) => name === 'external_id' || props.columns.includes(name));
      const lines = [columns.map((column) => column.name)];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const address = pageAddress(listParameters(props.search), cursor, false);
        const page: ClientPage = await request('GET', address, { signal: aborter.signal });
        for (const client of page.data) lines.push(columns.map((column) => column.text(client, props.names)));
        setRunning({ count: lines.length - 1, aborter });
        cursor = page.next_cursor;
      }
      download('clients.csv', toCsv(lines));
      notifyDone(clients.exported(lines.length - 1));
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
