import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { fieldErrors } from '../../layout/draft.ts';
import { sayProblem } from '../../layout/say-problem.ts';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import { FieldInput } from '../inputs/field-input.tsx';
import { type Part, type Saved, useSavePart } from '../record.ts';
import type { FieldKind } from '../values/field-kinds.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import { HolderLink, holderIn } from './holder-link.tsx';
import { changeOf, useMeanwhile } from './meanwhile.ts';
import { MeanwhileNote } from './meanwhile-note.tsx';

type Props = {
  part: Part;
  kind: FieldKind;
  /** The record as it was when the editing began. */
  base: RecordData;
  typed: string;
  isRemovable?: boolean;
  onType: (text: string) => void;
  /** Goes on with a record in which somebody else has changed the part. */
  onBase: (base: RecordData) => void;
  close: () => void;
  onSaved?: ((saved: Saved) => void) | undefined;
  /** Closes the input without saving. `against` is the record that the text would change. */
  closeUnsaved: (text: string, against: RecordData) => void;
};

/** The input for one part of a record, with its buttons. */
export function Editor(props: Props) {
  const { part, kind } = props;
  const editing = useEditing(props);
  const { conflict, isSaving, submit, leave, remove } = editing;
  const isAsItWas = editing.isAsItWas(props.typed);
  const meanwhile = useTaken(props, isAsItWas);
  return (
    <Stack gap={6} className="field-editor" data-typed={!isAsItWas || undefined}>
      <FieldInput
        kind={kind}
        id={part.id}
        label={part.label}
        text={props.typed}
        message={editing.message}
        errors={rowErrors(editing.said, editing.message)}
        isDisabled={isSaving}
        isAlone
        account_uuid={props.base.account_uuid}
        onType={editing.type}
        onChoose={editing.choose}
        onSubmit={() => void submit()}
        onLeave={() => leave()}
      />
      {conflict ? (
        <ConflictChoice
          conflict={conflict}
          part={part}
          kind={kind}
          onTheirs={() => {
            editing.keepTheirs();
            leave(conflict.theirs);
          }}
          onMine={() => (conflict.mine === undefined ? remove(conflict.theirs) : submit(conflict.theirs))}
        />
      ) : (
        <Group gap={6}>
          <Button size="compact-sm" loading={isSaving} onClick={() => submit()}>
            {common.save}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => leave()}>
            {common.cancel}
          </Button>
          {props.isRemovable && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              disabled={isSaving}
              onClick={() => remove()}
            >
              {records.removeField}
            </Button>
          )}
        </Group>
      )}
      {editing.holder && <HolderLink uuid={editing.holder} />}
      {!conflict && <MeanwhileNote {...meanwhile} label={part.label} />}
    </Stack>
  );
}

/**
 * Takes over what others change of a part into which nothing is typed. Returns what they changed,
 * how they deleted it, and their change of what is typed over.
 */
function useTaken({ part, base, onBase }: Props, isAsItWas: boolean) {
  const { events, deletion } = useMeanwhile(base);
  const changed = changeOf(part, base, events);
  const latest = events[0]?.data as RecordData | undefined;
  // What was removed is not shown as if it were empty.
  const taken = changed && isAsItWas && part.of(latest!) !== undefined ? latest : undefined;
  useEffect(() => {
    if (taken) onBase(taken);
  }, [taken]);
  return { events, deletion, clash: taken ? undefined : changed };
}

/** Returns the actions of the input, and its state. */
function useEditing({ part, kind, base, typed, onType, onSaved, close, closeUnsaved }: Props) {
  const { save, conflict, keepTheirs, error, isSaving } = useSavePart(part);
  const [fault, setFault] = useState<string | null>(null);
  // Compares the values as they would be saved, so that a blank row or a trailing blank is no
  // change.
  const isAsItWas = (text: string) => {
    const before = kind.toText(part.of(base) as never);
    if (text === before) return true;
    if (kind.fault?.(text, base)) return false;
    return kind.toText(kind.fromText(text, part.of(base) as never) as never) === before;
  };
  const type = (text: string) => {
    setFault(null);
    onType(text);
  };
  const submit = async (against = base, text = typed) => {
    if (!conflict && isAsItWas(text)) return close();
    const found = kind.fault?.(text, against) ?? null;
    setFault(found);
    if (found) return;
    const saved = await save(kind.fromText(text, part.of(against) as never), against);
    if (!saved) return;
    onSaved?.(saved);
    close();
  };
  /** Closes the input without saving. A choice is quickly made again, so its draft is not kept. */
  const leave = (against = base) => {
    if (kind.choices || isAsItWas(typed)) close();
    else closeUnsaved(typed, against);
  };
  const choose = (value: string) => {
    type(value);
    void submit(base, value);
  };
  const remove = async (against = base) => {
    if (await save(undefined, against)) close();
  };
  const said = fieldErrors(error);
  const message = fault ?? Object.values(said)[0] ?? (error ? sayProblem(error).message : null);
  const holder = fault === null ? holderIn(error) : undefined;
  return {
    ...{ type, submit, leave, choose, remove, keepTheirs, isAsItWas },
    ...{ conflict, said, message, holder, isSaving },
  };
}

/**
 * Returns the API's messages by row and part. A message about no row is at '' and shown below all
 * rows.
 */
function rowErrors(said: Record<string, string>, message: string | null): Record<string, string> {
  const inRows = Object.entries(said).flatMap(([pointer, text]) => {
    const place = /^\/\w+\/(\d+\/\w+)$/.exec(pointer)?.[1];
    return place === undefined ? [] : [[place, text]];
  });
  return inRows.length > 0 || message === null ? Object.fromEntries(inRows) : { '': message };
}
