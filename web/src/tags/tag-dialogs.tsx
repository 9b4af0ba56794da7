import { Button, Text, TextInput } from '@mantine/core';
import type { Tag } from '@rapport/contract/tags';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { holderIn } from '../fields/editing/holder-link.tsx';
import { Dialog } from '../layout/dialog.tsx';
import { errorBeside, fieldErrors } from '../layout/draft.ts';
import { Form } from '../layout/form.tsx';
import { SearchedSelect } from '../layout/searched-select.tsx';
import { tags as texts } from '../texts/tags.ts';
import { useChangeTags } from './change-tags.ts';

type Props = { tag: Tag; onClose: () => void };

/** Gives a tag another name. A name that another tag has offers to merge the two. */
export function RenameDialog({ tag, onClose }: Props) {
  const [name, setName] = useState(tag.name);
  const { rename, merge } = useChangeTags();
  const saving = useMutation({ mutationFn: () => rename(tag, name), onSuccess: onClose });
  const merging = useMutation({
    mutationFn: (uuid: string) => merge({ uuid }, tag),
    onSuccess: onClose,
  });
  const holder = holderIn(saving.error);
  return (
    <Dialog opened onClose={onClose} title={texts.renameTitle(tag.name)}>
      <Form
        mutation={saving}
        error={errorBeside(saving.error, '/name') ?? merging.error}
        label={texts.rename}
        isDisabled={name.trim() === '' || name.trim() === tag.name}
        onCancel={onClose}
        further={
          holder && (
            <Button variant="light" loading={merging.isPending} onClick={() => merging.mutate(holder)}>
              {texts.mergeInstead(name.trim())}
            </Button>
          )
        }
      >
        <TextInput
          label={texts.newName}
          description={texts.renameHint(tag.count)}
          data-autofocus
          required
          maxLength={50}
          value={name}
          error={fieldErrors(saving.error)['/name']}
          onChange={(event) => {
            setName(event.currentTarget.value);
            saving.reset();
          }}
        />
      </Form>
    </Dialog>
  );
}

/** Merges a tag into another one of its Account. */
export function MergeDialog({ tag, others, onClose }: Props & { others: Tag[] }) {
  const [into, setInto] = useState<string | null>(null);
  const { merge } = useChangeTags();
  const merging = useMutation({ mutationFn: () => merge({ uuid: into! }, tag), onSuccess: onClose });
  return (
    <Dialog opened onClose={onClose} title={texts.mergeTitle(tag.name)}>
      <Form mutation={merging} label={texts.merge} isDisabled={into === null} onCancel={onClose}>
        <Text size="sm">{texts.mergeHint(tag.name)}</Text>
        <SearchedSelect
          label={texts.into}
          data-autofocus
          choosesOnLeave
          openOnFocus={false}
          required
          data={others.map(({ uuid, name }) => ({ value: uuid, label: name }))}
          value={into}
          onChange={setInto}
        />
      </Form>
    </Dialog>
  );
}
