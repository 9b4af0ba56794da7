import { Button } from '@mantine/core';
import { IMPORTED_KINDS } from '@rapport/contract/imported-kinds';
import { Link } from '@tanstack/react-router';
import { useMayWriteAllHere } from '../fields/may-write.ts';
import { useView } from '../fields/view.ts';
import { records } from '../texts/records.ts';

/** True when files can become records of this kind. */
export function isImported(resource: string): boolean {
  return (IMPORTED_KINDS as readonly string[]).includes(resource);
}

/**
 * The way from a list to the imports, which then take unknown files for such records. Not for those
 * whom the Account shows or lets change only some: a file may name others.
 */
export function ImportLink({ isMain = false }: { isMain?: boolean }) {
  const { resource } = useView();
  const mayImport = useMayWriteAllHere();
  if (!isImported(resource) || !mayImport) return null;
  return (
    <Button
      component={Link}
      to="/settings/imports"
      search={{ resource } as never}
      {...(isMain ? { variant: 'filled' } : { variant: 'subtle', color: 'gray' })}
    >
      {records.import}
    </Button>
  );
}
