import { Button, Title } from '@mantine/core';
import { CUSTOM_PREFIX } from '@rapport/contract/records/declared-fields';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { RecordData } from '../../fields/data.ts';
import { EditableField } from '../../fields/editing/editable-field.tsx';
import { fieldPart } from '../../fields/record.ts';
import type { Field } from '../../fields/values/field.ts';
import { kindWhileOpen, undeclaredNames } from '../../fields/values/undeclared.ts';
import { fieldOf, type RecordView, useView } from '../../fields/view.ts';
import { useDraft } from '../../layout/draft.ts';
import { PlusIcon } from '../../layout/icons.tsx';
import { notifyUnsaved } from '../../layout/notify-with-button.tsx';
import { records } from '../../texts/records.ts';
import { NewField } from './new-field.tsx';

/**
 * The fields of this record alone, which its Account has not declared. Each is edited in its place,
 * and new ones can be added.
 */
export function CustomFields({ record, mayWrite }: { record: RecordData; mayWrite: boolean }) {
  const { add, typed, type, isAdding, begin, close, leave } = useAdding(record);
  const { names, kindOf, hear } = useOpenFields(record, () => add.current?.focus());
  const view = useView();
  if (names.length === 0 && !mayWrite) return null;
  return (
    <section className="record-group" aria-label={records.furtherFields}>
      {(names.length > 0 || isAdding) && (
        <div className="record-group-head">
          <Title order={2}>{records.furtherFields}</Title>
        </div>
      )}
      {names.length > 0 && (
        <dl className="fields">
          {names.map((name) => (
            <div key={name}>
              <dt dir="auto">{fieldIn(view, name).label}</dt>
              <dd>
                <EditableField
                  record={record}
                  part={fieldPart(fieldIn(view, name))}
                  kind={kindOf(name)}
                  isFixed={!mayWrite}
                  isRemovable
                  onOpen={(isOpen) => hear(name, isOpen)}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isAdding && mayWrite && (
        <NewField record={record} typed={typed} onType={type} onClose={close} onLeave={leave} />
      )}
      {!isAdding && mayWrite && (
        <Button
          ref={add}
          variant="subtle"
          color="gray"
          className="add-line"
          leftSection={<PlusIcon />}
          onClick={begin}
        >
          {records.addField}
        </Button>
      )}
    </section>
  );
}

function fieldIn(view: RecordView, name: string): Field {
  return fieldOf(view, CUSTOM_PREFIX + name)!;
}

/** Returns the form of a new field: what is typed, and what opens and closes it. */
function useAdding(record: RecordData) {
  const { resource, path } = useView();
  const navigate = useNavigate();
  const [typed, type, forget] = useDraft(`${resource}-${record.uuid}-new-field`, { name: '', value: '' });
  const [isAdding, setIsAdding] = useState(typed.name !== '' || typed.value !== '');
  const add = useRef<HTMLButtonElement>(null);
  const wasAdding = useRef(isAdding);
  // The focus returns to the button, so that the keyboard can add another field.
  useEffect(() => {
    if (wasAdding.current && !isAdding) add.current?.focus();
    wasAdding.current = isAdding;
  }, [isAdding]);
  const begin = () => setIsAdding(true);
  const close = () => {
    forget();
    setIsAdding(false);
  };
  const leave = () => {
    close();
    if (typed.name === '' && typed.value === '') return;
    notifyUnsaved(records.unsavedField, async () => {
      type(typed);
      begin();
      await navigate({ to: `${path}/${record.uuid}` });
    });
  };
  return { add, typed, type, isAdding, begin, close, leave };
}

/**
 * Returns the names of the fields. One in editing stays, with its kind of value, even if somebody
 * else removes it. `onGone` is called when one is removed.
 */
function useOpenFields(record: RecordData, onGone: () => void) {
  const view = useView();
  const [open, setOpen] = useState<ReadonlyMap<string, unknown>>(new Map());
  const hear = (name: string, isOpen: boolean) => {
    if (isOpen === open.has(name)) return;
    const others = [...open].filter(([other]) => other !== name);
    setOpen(new Map(isOpen ? [...others, [name, record.custom[name]]] : others));
    if (!isOpen && !Object.hasOwn(record.custom, name)) onGone();
  };
  const kindOf = (name: string) => kindWhileOpen(record, fieldIn(view, name), open);
  return { names: undeclaredNames(view, record, open), kindOf, hear };
}
