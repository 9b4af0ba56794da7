import { Button } from '@mantine/core';
import type { Deal } from '@rapport/contract/records/deals';
import { useState } from 'react';
import type { RecordData } from '../fields/data.ts';
import { notifyProblem } from '../layout/notify.ts';
import { deals } from '../texts/deals.ts';
import { useChangeDeal } from './change-deal.ts';
import { LostDialog } from './lost-dialog.tsx';

/** The buttons that win, lose or reopen the Deal of a page. */
export function StatusActions({ record }: { record: RecordData }) {
  const deal = record as unknown as Deal;
  const change = useChangeDeal();
  const [isLosing, setIsLosing] = useState(false);
  if (deal.status !== 'open') {
    const reopen = () => change(deal, { status: 'open', lost_reason: null }, deals.reopened(deal.title));
    return (
      <Button variant="default" onClick={() => void reopen().catch(notifyProblem)}>
        {deals.reopen}
      </Button>
    );
  }
  const win = () => change(deal, { status: 'won' }, deals.isWon(deal.title));
  return (
    <>
      <Button variant="default" onClick={() => setIsLosing(true)}>
        {deals.lost}
      </Button>
      <Button onClick={() => void win().catch(notifyProblem)}>{deals.won}</Button>
      <LostDialog deal={isLosing ? deal : null} onClose={() => setIsLosing(false)} />
    </>
  );
}
