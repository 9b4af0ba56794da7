import { type ComponentType, useEffect, useState } from 'react';
import { later } from '../layout/later.tsx';
import type { NewProps } from './view.ts';

/**
 * Returns a dialog for a new record. Its script loads at the first opening, because it contains
 * many inputs.
 */
export function newDialog(load: () => Promise<ComponentType<NewProps>>): ComponentType<NewProps> {
  const Dialog = later(load);
  return (props) => {
    const [wasOpened, setWasOpened] = useState(props.opened);
    useEffect(() => {
      if (props.opened) setWasOpened(true);
    }, [props.opened]);
    return wasOpened && <Dialog {...props} />;
  };
}

export const NewRecord = newDialog(async () => (await import('./new-record-dialog.tsx')).NewRecordDialog);
