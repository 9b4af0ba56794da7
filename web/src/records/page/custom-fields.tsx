import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useDraft } from '../../layout/draft.ts';
import { notifyUnsaved } from '../../layout/notify-with-button.tsx';
import { Section } from '../../layout/section.tsx';
import { COMMON_LABELS, records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import { undeclaredKind } from '../fields/custom.ts';
import { CUSTOM_PREFIX } from '../fields/custom-name.ts';
import { EditableField } from '../fields/editable-field.tsx';
import { kindIn } from '../fields/kind-of.ts';
import { fieldPart } from '../record.ts';
import { fieldOf, useView } from '../view.ts';
import { NewField } from './new-field.tsx';

/** The custom fields of a record. Each is edited in its place, and new ones can be added. */
export function CustomFields({ record, mayWrite }: { record: RecordData; mayWrite: boolean }) {
  const view = useView();
  const [typed, type, forget] = useDraft(`${view.resource}-${record.uuid}-new-field`, {
    name: '',
    value: '',
  });
  const [isAdding, setIsAdding] = useState(typed.name !== '' || typed.value !== '');
  const add = useRef<HTMLButtonElement>(null);
  const wasAdding = useRef(isAdding);
  // The focus returns to the button, so that the keyboard can add another field.
  useEffect(() => {
    if (wasAdding.current && !isAdding) add.current?.focus();
    wasAdding.current = isAdding;
  }, [isAdding]);
  const navigate = useNavigate();
  const close = () => {
    forget();
    setIsAdding(false);
  };
  // A field in editing stays, with its kind of value, even if somebody else removes it.
  const [open, setOpen] = useState<ReadonlyMap<string, unknown>>(new Map());
  const hear = (name: string, isOpen: boolean) => {
    if (isOpen === open.has(name)) return;
    const others = [...open].filter(([other]) => other !== name);
    setOpen(new Map(isOpen ? [...others, [name, record.custom[name]]] : others));
    if (!isOpen && !Object.hasOwn(record.custom, name)) add.current?.focus();
  };
  // The fields that the Account has declared are among the details, unless they are archived.
  const isDetail = (name: string) => view.own_fields?.includes(CUSTOM_PREFIX + name) ?? false;
  const names = [...new Set([...Object.keys(record.custom), ...open.keys()])]
    .filter((name) => !isDetail(name))
    .sort((a, b) => a.localeCompare(b));
  const field = (name: string) => fieldOf(view, CUSTOM_PREFIX + name)!;
  const kind = (name: string) =>
    field(name).type === 'undeclared' && open.has(name)
      ? undeclaredKind(name, open.get(name))
      : kindIn(record, field(name));
  return (
    <Section title={COMMON_LABELS.custom!}>
      {names.length > 0 ? (
        <dl className="fields">
          {names.map((name) => (
            <div key={name}>
              <dt dir="auto">{field(name).label}</dt>
              <dd>
                <EditableField
                  record={record}
                  part={fieldPart(field(name))}
                  kind={kind(name)}
                  isFixed={!mayWrite}
                  isRemovable
                  onOpen={(isOpen) => hear(name, isOpen)}
                />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        !isAdding && (
          <Text size="sm" c="dimmed">
            {mayWrite ? records.customEmpty : records.customNone}
          </Text>
        )
      )}
      {isAdding && mayWrite && (
        <NewField
          record={record}
          typed={typed}
          onType={type}
          onClose={close}
          onLeave={() => {
            close();
            if (typed.name === '' && typed.value === '') return;
            notifyUnsaved(records.unsavedField, async () => {
              type(typed);
              setIsAdding(true);
              await navigate({ to: `${view.path}/${record.uuid}` });
            });
          }}
        />
      )}
      {!isAdding && mayWrite && (
        <Group>
          <Button ref={add} size="compact-sm" variant="default" onClick={() => setIsAdding(true)}>
            {records.addField}
          </Button>
        </Group>
      )}
    </Section>
  );
}
