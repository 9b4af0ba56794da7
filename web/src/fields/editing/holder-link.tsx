import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ApiProblem } from '../../api/request.ts';
import { records } from '../../texts/records.ts';
import { useView } from '../view.ts';

/** Returns the uuid of the record that has a refused value already, as the refusal names it. */
export function holderIn(error: unknown): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  return error.errors.find(({ code }) => code === 'taken')?.uuid;
}

/** Leads to the record that has a refused value already. */
export function HolderLink({ uuid, onOpen }: { uuid: string; onOpen?: () => void }) {
  const view = useView();
  return (
    <Anchor component={Link} to={`${view.path}/${uuid}`} size="sm" onClick={onOpen}>
      {records.openHolder}
    </Anchor>
  );
}
