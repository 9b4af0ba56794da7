import { Button, Group, Text } from '@mantine/core';
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
import { notifyUnsaved } from '../../layout/notify-with-button.tsx';
import { Section } from '../../layout/section.tsx';
import { COMMON_LABELS, records } from '../../texts/records.ts';
import { NewField } from './new-field.tsx';

/** The custom fields of a record. Each is edited in its place, and new ones can be added. */
export function CustomFields({ record, mayWrite }: { record: RecordData; mayWrite: boolean }) {
  const { add, typed, type, isAdding, begin, close, leave } = useAdding(record);
  const { names, kindOf, hear } = useOpenFields(record, () => add.current?.focus());
  const view = useView();
  return (
    <Section title={COMMON_LABELS.custom!}>
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
      {names.length === 0 && !isAdding && (
        <Text size="sm" c="dimmed">
          {mayWrite ? records.customEmpty : records.customNone}
        </Text>
      )}
      {isAdding && mayWrite && (
        <NewField record={record} typed={typed} onType={type} onClose={close} onLeave={leave} />
      )}
      {!isAdding && mayWrite && (
        <Group>
          <Button ref={add} size="compact-sm" variant="default" onClick={begin}>
            {records.addField}
          </Button>
        </Group>
      )}
    </Section>
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
