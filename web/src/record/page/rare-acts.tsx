import { Menu } from '@mantine/core';
import { LEVELED_KINDS } from '@rapport/contract/access';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { requestChange } from '../../api/request.ts';
import type { RecordData } from '../../fields/data.ts';
import { useMayWriteAll } from '../../fields/may-write.ts';
import { offerUndo } from '../../fields/undo/offer-undo.ts';
import { apiPath, queryKey, useView } from '../../fields/view.ts';
import { ActsButton } from '../../layout/acts-button.tsx';
import { ConfirmDialog } from '../../layout/confirm-button.tsx';
import { ButtonMenu } from '../../layout/menu.tsx';
import { access } from '../../texts/access.ts';
import { common } from '../../texts/common.ts';
import { merge } from '../../texts/merge.ts';
import { useGoBackToList } from '../back-to-list.tsx';
import { MergeDialog } from '../merge/merge-dialog.tsx';
import { WhoSees } from './who-sees.tsx';

type Asked = 'who' | 'merge' | 'delete';

/** The menu of what one rarely does with a record: share it, merge it, delete it. */
export function RareActs({ record, mayChange }: { record: RecordData; mayChange: boolean }) {
  const { isMergeable, resource, texts } = useView();
  const mayMerge = useMayWriteAll()(record.account_uuid);
  const [open, setOpen] = useState<Asked | null>(null);
  const menu = useRef<HTMLDivElement>(null);
  const remove = useDelete(record);
  /** The focus returns to the button of the menu, because its entry is gone by then. */
  const ask = (what: Asked) => {
    menu.current?.querySelector('button')?.focus();
    setOpen(what);
  };
  const close = () => setOpen(null);
  return (
    <div ref={menu}>
      <ButtonMenu position="bottom-end" returnFocus={false} button={(press) => <ActsButton {...press} />}>
        <Menu.Dropdown>
          {LEVELED_KINDS.includes(resource) && (
            <Menu.Item onClick={() => ask('who')}>{mayChange ? access.share : access.whoSees}</Menu.Item>
          )}
          {isMergeable && mayMerge && <Menu.Item onClick={() => ask('merge')}>{merge.action}</Menu.Item>}
          {mayChange && <Menu.Item onClick={() => ask('delete')}>{common.remove}</Menu.Item>}
        </Menu.Dropdown>
      </ButtonMenu>
      <WhoSees record={record} mayChange={mayChange} opened={open === 'who'} onClose={close} />
      {isMergeable && <MergeDialog record={record} opened={open === 'merge'} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'delete'}
        onClose={close}
        label={common.remove}
        title={texts.deleteTitle(1)}
        hint={texts.deleteHint}
        onConfirm={remove}
      />
    </div>
  );
}

/** Returns a function that deletes the record and leads back to the list. */
function useDelete(record: RecordData): () => Promise<void> {
  const view = useView();
  const queryClient = useQueryClient();
  const goBack = useGoBackToList();
  return async () => {
    const path = apiPath(view, record.uuid);
    const { change_uuid } = await requestChange('DELETE', path, { version: record.version });
    offerUndo(view.texts.deleted(1), [change_uuid]);
    await goBack();
    await queryClient.invalidateQueries({ queryKey: queryKey(view) });
  };
}
