import { useQueryClient } from '@tanstack/react-query';
import { requestChange } from '../../api/request.ts';
import type { RecordData } from '../../fields/data.ts';
import { offerUndo } from '../../fields/undo/offer-undo.ts';
import { apiPath, queryKey, useView } from '../../fields/view.ts';
import { ConfirmButton } from '../../layout/confirm-button.tsx';
import { common } from '../../texts/common.ts';
import { useGoBackToList } from '../back-to-list.tsx';

/** The button that deletes a record and leads back to the list. */
export function DeleteButton({ record }: { record: RecordData }) {
  const view = useView();
  const queryClient = useQueryClient();
  const goBack = useGoBackToList();
  const remove = async () => {
    const path = apiPath(view, record.uuid);
    const { change_uuid } = await requestChange('DELETE', path, { version: record.version });
    offerUndo(view.texts.deleted(1), [change_uuid]);
    await goBack();
    await queryClient.invalidateQueries({ queryKey: queryKey(view) });
  };
  return (
    <ConfirmButton
      size="sm"
      variant="subtle"
      color="gray"
      label={common.remove}
      title={view.texts.deleteTitle(1)}
      hint={view.texts.deleteHint}
      onConfirm={remove}
    />
  );
}
