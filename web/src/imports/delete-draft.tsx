import type { Import } from '@rapport/contract/imports';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { notifyDone } from '../layout/notify.ts';
import { imports as texts } from '../texts/imports.ts';
import { useDelete } from './imports.ts';

/** Deletes a draft. It asks first, as what was chosen for its columns is lost. */
export function DeleteDraft({ draft }: { draft: Import }) {
  const remove = useDelete(draft);
  const navigate = useNavigate();
  return (
    <ConfirmButton
      size="sm"
      label={texts.deleteDraft}
      title={texts.deleteTitle}
      hint={texts.deleteHint}
      onConfirm={async () => {
        await remove();
        notifyDone(texts.deleted);
        await navigate({ to: '/settings/imports' });
      }}
    />
  );
}
