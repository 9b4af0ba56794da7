import { useEffect, useState } from 'react';
import type { NewProps } from '../../fields/view.ts';
import { later } from '../../layout/later.tsx';

const Dialog = later(async () => (await import('./new-record-dialog.tsx')).NewRecordDialog);

/**
 * The dialog for a new record. Its script loads at the first opening, because it contains many
 * inputs.
 */
export function NewRecord(props: NewProps) {
  const [wasOpened, setWasOpened] = useState(props.opened);
  useEffect(() => {
    if (props.opened) setWasOpened(true);
  }, [props.opened]);
  return wasOpened && <Dialog {...props} />;
}
