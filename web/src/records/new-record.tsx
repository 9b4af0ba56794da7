import { lazy, Suspense, useEffect, useState } from 'react';
import type { NewProps } from './view.ts';

const Dialog = lazy(async () => ({ default: (await import('./new-record-dialog.tsx')).NewRecordDialog }));

/**
 * The dialog for a new record. Its script loads on first opening, as it has inputs for every kind
 * of value.
 */
export function NewRecord(props: NewProps) {
  const [wasOpened, setWasOpened] = useState(props.opened);
  useEffect(() => {
    if (props.opened) setWasOpened(true);
  }, [props.opened]);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
