import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { CUSTOM_PREFIX } from '@rapport/contract/records/declared-fields';
import { type FormEvent, useState } from 'react';
import type { RecordData } from '../../fields/data.ts';
import { ConflictChoice } from '../../fields/editing/conflict-choice.tsx';
import { fieldPart, useSavePart } from '../../fields/record.ts';
import { nameFault, undeclaredKind } from '../../fields/values/custom.ts';
import { fieldOf, useView } from '../../fields/view.ts';
import { fieldErrors } from '../../layout/draft.ts';
import { sayProblem } from '../../layout/say-problem.ts';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';

type Typed = { name: string; value: string };

type Props = {
  record: RecordData;
  typed: Typed;
  onType: (typed: Typed) => void;
  onClose: () => void;
  /** Closes the form without saving. */
  onLeave: () => void;
};

/** The form that adds a custom field to a record. */
export function NewField(props: Props) {
  const { typed, onLeave } = props;
  const { part, kind, faults, refusal, conflict, keepTheirs, isSaving, change, submit, send } =
    useNewField(props);
  return (
    <form
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onLeave();
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={records.fieldName}
          autoFocus
          value={typed.name}
          error={faults.name}
          disabled={conflict !== null}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Textarea
          label={records.fieldValue}
          autosize
          maxRows={10}
          value={typed.value}
          error={faults.value ?? refusal}
          onChange={(event) => change({ value: event.currentTarget.value })}
        />
        {conflict ? (
          <ConflictChoice
            conflict={conflict}
            part={part}
            kind={kind}
            onTheirs={() => {
              keepTheirs();
              onLeave();
            }}
            onMine={() => submit(conflict.theirs)}
          />
        ) : (
          <Group gap={6}>
            <Button type="submit" size="compact-sm" loading={isSaving}>
              {common.save}
            </Button>
            <Button size="compact-sm" variant="default" onClick={onLeave}>
              {common.cancel}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** Returns what is wrong with the typed field, and how it is saved. */
function useNewField({ record, typed, onType, onClose }: Props) {
  const name = typed.name.trim();
  const view = useView();
  // A name that is not typed yet is no key.
  const part = fieldPart(fieldOf(view, CUSTOM_PREFIX + name)!);
  const kind = undeclaredKind(name, undefined);
  const { save, conflict, keepTheirs, error, isSaving } = useSavePart(part);
  const refusal = error ? (Object.values(fieldErrors(error))[0] ?? sayProblem(error).message) : null;
  const [faults, setFaults] = useState<{ name?: string | null; value?: string | null }>({});
  const change = (changes: Partial<Typed>) => {
    setFaults({});
    onType({ ...typed, ...changes });
  };
  const submit = async (base = record) => {
    const found = {
      name: base === record ? nameFault(name, base) : null,
      value: kind.fault!(typed.value, base),
    };
    setFaults(found);
    if (found.name || found.value) return;
    if (await save(typed.value.trim(), base)) onClose();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving && !conflict) void submit();
  };
  return { part, kind, faults, refusal, conflict, keepTheirs, isSaving, change, submit, send };
}
