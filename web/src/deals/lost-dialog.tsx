import { Button, Group, TextInput } from '@mantine/core';
import type { Deal } from '@rapport/contract/records/deals';
import { useMutation } from '@tanstack/react-query';
import { Dialog } from '../layout/dialog.tsx';
import { fieldErrors, useDraft } from '../layout/draft.ts';
import { Form } from '../layout/form.tsx';
import { deals } from '../texts/deals.ts';
import { useChangeDeal } from './change-deal.ts';

/** Asks why a Deal was lost, which the API also requires. */
export function LostDialog({ deal, onClose }: { deal: Deal | null; onClose: () => void }) {
  return (
    <Dialog opened={deal !== null} onClose={onClose} title={deal && deals.lostTitle(deal.title)}>
      {deal && <Reason deal={deal} onClose={onClose} />}
    </Dialog>
  );
}

function Reason({ deal, onClose }: { deal: Deal; onClose: () => void }) {
  const [reason, type, forget] = useDraft(`lost-${deal.uuid}`, '');
  const change = useChangeDeal();
  const lose = useMutation({
    mutationFn: () => change(deal, { status: 'lost', lost_reason: reason.trim() }, deals.isLost(deal.title)),
    onSuccess: () => {
      forget();
      onClose();
    },
  });
  const fault = fieldErrors(lose.error)['/lost_reason'];
  return (
    <Form
      mutation={lose}
      error={fault ? null : lose.error}
      label={deals.markLost}
      isDisabled={reason.trim() === ''}
      onCancel={onClose}
    >
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
    </Form>
  );
}
