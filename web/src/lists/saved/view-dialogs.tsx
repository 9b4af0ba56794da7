import { Checkbox, TextInput } from '@mantine/core';
import type { View } from '@rapport/contract/views';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useMayWriteHere } from '../../fields/may-write.ts';
import { useTargetAccount } from '../../fields/target-account.tsx';
import { useView } from '../../fields/view.ts';
import { ConfirmDialog } from '../../layout/confirm-button.tsx';
import { Dialog } from '../../layout/dialog.tsx';
import { errorBeside, fieldErrors } from '../../layout/draft.ts';
import { Form } from '../../layout/form.tsx';
import { notifyDone } from '../../layout/notify.ts';
import { common } from '../../texts/common.ts';
import { savedViews as texts } from '../../texts/saved-views.ts';
import { useChangeViews } from './change-view.ts';
import { addressOfView } from './saved-views.ts';
import type { ViewContent } from './view-state.ts';

export type Asked = 'new' | 'rename' | 'remove';

/** The dialogs of the menu of views: a new view, another name, a deletion. */
export function ViewDialogs(props: {
  asked: Asked;
  view: View | undefined;
  content: ViewContent;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { asked, view, onClose } = props;
  const { path } = useView();
  const { remove } = useChangeViews();
  const navigate = useNavigate();
  if (asked === 'remove' && view) {
    return (
      <ConfirmDialog
        isOpen
        onClose={onClose}
        label={common.remove}
        title={texts.removeTitle(view.name)}
        hint={view.shared ? texts.removeSharedHint : texts.removeHint}
        onConfirm={async () => {
          await remove(view);
          notifyDone(texts.removed(view.name));
          await navigate({ to: path, search: {} as never });
        }}
      />
    );
  }
  return (
    <Dialog opened onClose={onClose} title={asked === 'new' ? texts.saveAsTitle : texts.renameTitle}>
      {asked === 'new' ? <NewView {...props} /> : view && <Rename view={view} onClose={onClose} />}
    </Dialog>
  );
}

function NewView({ view, content, onSaved, onClose }: Parameters<typeof ViewDialogs>[0]) {
  const { resource, path } = useView();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const target = useTargetAccount();
  const account_uuid = view?.account_uuid ?? target.account_uuid ?? target.accounts[0]?.uuid;
  const mayShare = useMayWriteHere();
  const { create } = useChangeViews();
  const navigate = useNavigate();
  const saving = useMutation({
    mutationFn: () =>
      create({ resource, name, shared, ...content, ...(account_uuid !== undefined && { account_uuid }) }),
    onSuccess: async (made) => {
      onSaved();
      onClose();
      notifyDone(texts.saved(made.name));
      await navigate(addressOfView(made, path) as never);
    },
  });
  return (
    <NameForm saving={saving} name={name} onType={setName} onCancel={onClose}>
      {mayShare && (
        <Checkbox
          label={texts.share}
          description={texts.shareHint}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </NameForm>
  );
}

function Rename({ view, onClose }: { view: View; onClose: () => void }) {
  const [name, setName] = useState(view.name);
  const { update } = useChangeViews();
  const saving = useMutation({
    mutationFn: () => update(view, { name }),
    onSuccess: onClose,
  });
  return <NameForm saving={saving} name={name} onType={setName} onCancel={onClose} />;
}

function NameForm(props: {
  saving: ComponentProps<typeof Form>['mutation'];
  name: string;
  onType: (name: string) => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const { saving, name, onType, onCancel } = props;
  return (
    <Form
      mutation={saving}
      error={errorBeside(saving.error, '/name')}
      label={common.save}
      isDisabled={name.trim() === ''}
      onCancel={onCancel}
    >
      <TextInput
        label={texts.name}
        data-autofocus
        required
        maxLength={100}
        value={name}
        error={fieldErrors(saving.error)['/name']}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {props.children}
    </Form>
  );
}
