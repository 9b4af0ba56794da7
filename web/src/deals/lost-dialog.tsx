import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { Deal } from '@rapport/contract/records/deals';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../layout/dialog.tsx';
import { fieldErrors, useDraft } from '../layout/draft.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { common } from '../texts/common.ts';
import { deals } from '../texts/deals.ts';
import { useChangeDeal } from './change-deal.ts';

/** Asks why a Deal was lost, which the API also requires. */
export function LostDialog({ deal, onClose }: { deal: Deal | null; onClose: () => void }) {
  return (
    <Dialog opened={deal !== null} onClose={onClose} title={deal && deals.lostTitle(deal.title)}>
      {deal && <Form deal={deal} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ deal, onClose }: { deal: Deal; onClose: () => void }) {
  const [reason, type, forget] = useDraft(`lost-${deal.uuid}`, '');
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);
  const change = useChangeDeal();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsSaving(true);
    try {
      await change(deal, { status: 'lost', lost_reason: reason.trim() }, deals.isLost(deal.title));
      forget();
      onClose();
    } catch (refusal) {
      setError(refusal);
    }
    setIsSaving(false);
  };
  const fault = fieldErrors(error)['/lost_reason'];
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <TextInput
          label={deals.lostReason}
          value={reason}
          required
          data-autofocus
          error={fault}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Group gap={6}>
          {deals.lostReasons.map((usual) => (
            <Button key={usual} size="compact-sm" variant="default" onClick={() => type(usual)}>
              {usual}
            </Button>
          ))}
        </Group>
        {!fault && <ProblemAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={isSaving} disabled={reason.trim() === ''}>
            {deals.markLost}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
