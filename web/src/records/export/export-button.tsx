import { Button } from '@mantine/core';
import { useState } from 'react';
import { notifyDone, notifyProblem } from '../../layout/notify.ts';
import { records } from '../../texts/records.ts';
import type { ListSearch } from '../list.ts';
import { useView } from '../view.ts';

/**
 * The button that exports all records of the list, including those not loaded, with all columns. A
 * second press stops the export.
 */
export function ExportButton({ search }: { search: ListSearch }) {
  const view = useView();
  const { texts } = view;
  const [running, setRunning] = useState<{ count: number; aborter: AbortController } | null>(null);
  const start = async () => {
    const aborter = new AbortController();
    setRunning({ count: 0, aborter });
    try {
      // The script loads at the first export, because few Users export.
      const { exportRecords } = await import('./export.ts');
      const count = await exportRecords(view, search, aborter.signal, (count) =>
        setRunning({ count, aborter }),
      );
      notifyDone(count > 0 ? texts.exported(count) : texts.nothingToExport);
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
