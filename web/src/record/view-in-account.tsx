import type { ReactNode } from 'react';
import { useCurrentAccount } from '../accounts/current-account.ts';
import { useDeclared, useViewIn } from '../fields/declared-fields.ts';
import { type RecordView, ViewProvider } from '../fields/view.ts';

/**
 * Tells the components inside their kind, with the fields that the current Account has declared.
 */
export function ViewOfPage({ view, children }: { view: RecordView; children: ReactNode }) {
  const account_uuid = useCurrentAccount()?.uuid ?? null;
  return <ViewProvider value={useDeclared(view, account_uuid)}>{children}</ViewProvider>;
}

/** Tells the components inside the fields that the Account of a record has declared. */
export function ViewInAccount({ account_uuid, children }: { account_uuid: string; children: ReactNode }) {
  return <ViewProvider value={useViewIn(account_uuid)}>{children}</ViewProvider>;
}
