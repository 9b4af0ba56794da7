import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { fieldErrors } from '../../layout/draft.ts';
import { sayProblem } from '../../layout/say-problem.ts';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import { type Part, useSavePart } from '../record.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import type { FieldKind } from './field-kinds.ts';
import { AddressesInput, PointsInput } from './rows-input.tsx';
import { optionsOf } from './standard-choices.ts';

type Props = {
  part: Part;
  kind: FieldKind;
  /** The record as it was when the editing began. */
  base: RecordData;
  typed: string;
  isRemovable?: boolean;
  onType: (text: string) => void;
  close: () => void;
  /** Closes it without having saved; the record is what it is to stay as. */
  closeUnsaved: (text: string, against: RecordData) => void;
};

/** An input for one part of a record, with its buttons. */
export function Editor(props: Props) {
  const { part, kind } = props;
  const editing = useEditing(props);
  const { conflict, isSaving, submit, leave, remove } = editing;
  return (
    <Stack gap={6}>
      <EditorInput kind={kind} part={part} typed={props.typed} editing={editing} />
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
    </Stack>
  );
}

/** What can be done with what is typed. */
function useEditing({ part, kind, base, typed, onType, close, closeUnsaved }: Props) {
  const { save, conflict, keepTheirs, error, isSaving } = useSavePart(part);
  const [fault, setFault] = useState<string | null>(null);
  // As it would be saved: a blank row, or a blank behind a word, is no change.
  const isAsItWas = (text: string) =>
    kind.toText(kind.fromText(text, part.of(base) as never) as never) === kind.toText(part.of(base) as never);
  const type = (text: string) => {
    setFault(null);
    onType(text);
  };
  const submit = async (against = base, text = typed) => {
    if (!conflict && isAsItWas(text)) return close();
    const found = kind.fault?.(text, against) ?? null;
    setFault(found);
    if (found) return;
    if (await save(kind.fromText(text, part.of(against) as never), against)) close();
  };
  /** `against` is what it stays as. What was chosen is chosen again as quickly. */
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
  const hasError = error !== null;
  return { type, submit, leave, choose, remove, keepTheirs, conflict, said, message, hasError, isSaving };
}

function EditorInput(props: {
  kind: FieldKind;
  part: Part;
  typed: string;
  editing: ReturnType<typeof useEditing>;
}) {
  const { kind, part, typed } = props;
  const { type, choose, submit, leave, said, message, hasError, isSaving } = props.editing;
  const input: RefObject<(HTMLInputElement & HTMLTextAreaElement) | null> = useRef(null);
  // While it was saved it was disabled, which takes the focus from it.
  useEffect(() => {
    if (hasError && !isSaving) input.current?.focus();
  }, [hasError, isSaving]);
  const press = (event: KeyboardEvent) => {
    // To an input method these keys mean something else.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') leave();
    // Among choices, Enter is how one of them is made.
    if (kind.choices) return;
    if (event.key === 'Enter' && (!kind.isMultiline || event.ctrlKey || event.metaKey)) void submit();
  };
  const shared = {
    ref: input,
    'aria-label': part.label,
    'data-field': part.id,
    description: kind.hint,
    value: typed,
    error: message,
    disabled: isSaving,
    autoFocus: true,
    size: 'sm' as const,
    onKeyDown: press,
  };
  if (kind.rows) {
    const RowsInput = kind.rows === 'points' ? PointsInput : AddressesInput;
    return (
      <RowsInput
        id={part.id}
        label={part.label}
        text={typed}
        errors={rowErrors(said, message)}
        isDisabled={isSaving}
        onType={type}
        onKeyDown={press}
      />
    );
  }
  if (kind.choices) {
    return (
      <Select
        {...shared}
        data={optionsOf(kind.choices, typed)}
        searchable={kind.isSearchable}
        nothingFoundMessage={records.noChoice}
        clearable={kind.isClearable}
        clearButtonProps={{
          'aria-label': records.clearField(part.label),
          'aria-hidden': false,
          tabIndex: 0,
          size: '1.5rem',
        }}
        defaultDropdownOpened
        // Not on a change alone: who chooses what is set already is done, too.
        onOptionSubmit={choose}
        onClear={() => choose('')}
      />
    );
  }
  if (!kind.isMultiline)
    return <TextInput {...shared} onChange={(event) => type(event.currentTarget.value)} />;
  return (
    <Textarea
      {...shared}
      autosize
      minRows={kind.minRows ?? 2}
      maxRows={20}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

/** Messages of the API by row and part; what belongs to no row stands below all of them, at ''. */
function rowErrors(said: Record<string, string>, message: string | null): Record<string, string> {
  const inRows = Object.entries(said).flatMap(([pointer, text]) => {
    const place = /^\/\w+\/(\d+\/\w+)$/.exec(pointer)?.[1];
    return place === undefined ? [] : [[place, text]];
  });
  return inRows.length > 0 || message === null ? Object.fromEntries(inRows) : { '': message };
}
