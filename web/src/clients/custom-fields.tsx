import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Client } from '@rapport/contract/clients';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fieldErrors, useDraft } from '../layout/draft.ts';
import { notifyUnsaved } from '../layout/notify-with-button.tsx';
import { sayProblem } from '../layout/say-problem.ts';
import { Section } from '../layout/section.tsx';
import { clients, FIELD_LABELS } from '../texts/clients.ts';
import { common } from '../texts/common.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import { customKind, customPart, nameFault } from './custom.ts';
import { EditableField } from './editable-field.tsx';
import { useSavePart } from './record.ts';

/** The fields that only this business has: each is edited where it stands, and others are added. */
export function CustomFields({ client, mayWrite }: { client: Client; mayWrite: boolean }) {
  const [typed, type, forget] = useDraft(`client-${client.uuid}-new-field`, { name: '', value: '' });
  const [isAdding, setIsAdding] = useState(typed.name !== '' || typed.value !== '');
  const add = useRef<HTMLButtonElement>(null);
  const wasAdding = useRef(isAdding);
  // For those who work with the keyboard: the next one may follow.
  useEffect(() => {
    if (wasAdding.current && !isAdding) add.current?.focus();
    wasAdding.current = isAdding;
  }, [isAdding]);
  const navigate = useNavigate();
  const close = () => {
    forget();
    setIsAdding(false);
  };
  // A field stays while it is edited, with the kind of its value, also when somebody else takes it away meanwhile.
  const [open, setOpen] = useState<ReadonlyMap<string, unknown>>(new Map());
  const hear = (name: string, isOpen: boolean) => {
    if (isOpen === open.has(name)) return;
    const others = [...open].filter(([other]) => other !== name);
    setOpen(new Map(isOpen ? [...others, [name, client.custom[name]]] : others));
    if (!isOpen && !Object.hasOwn(client.custom, name)) add.current?.focus();
  };
  const names = [...new Set([...Object.keys(client.custom), ...open.keys()])].sort((a, b) =>
    a.localeCompare(b),
  );
  return (
    <Section title={FIELD_LABELS.custom!}>
      {names.length > 0 ? (
        <dl className="fields">
          {names.map((name) => (
            <div key={name}>
              <dt dir="auto">{name}</dt>
              <dd>
                <EditableField
                  client={client}
                  part={customPart(name)}
                  kind={customKind(name, open.has(name) ? open.get(name) : client.custom[name])}
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
            {mayWrite ? clients.customEmpty : clients.customNone}
          </Text>
        )
      )}
      {isAdding && mayWrite && (
        <NewField
          client={client}
          typed={typed}
          onType={type}
          onClose={close}
          onLeave={() => {
            close();
            if (typed.name === '' && typed.value === '') return;
            notifyUnsaved(clients.unsavedField, async () => {
              type(typed);
              setIsAdding(true);
              await navigate({ to: '/clients/$uuid', params: { uuid: client.uuid } });
            });
          }}
        />
      )}
      {!isAdding && mayWrite && (
        <Group>
          <Button ref={add} size="compact-sm" variant="default" onClick={() => setIsAdding(true)}>
            {clients.addField}
          </Button>
        </Group>
      )}
    </Section>
  );
}

type Typed = { name: string; value: string };

function NewField(props: {
  client: Client;
  typed: Typed;
  onType: (typed: Typed) => void;
  onClose: () => void;
  /** Closes it without having saved. */
  onLeave: () => void;
}) {
  const { client, typed, onType, onClose, onLeave } = props;
  const name = typed.name.trim();
  const part = customPart(name);
  const kind = customKind(name, undefined);
  const { save, conflict, keepTheirs, error, isSaving } = useSavePart(client, part);
  const refusal = error ? (Object.values(fieldErrors(error))[0] ?? sayProblem(error).message) : null;
  const [faults, setFaults] = useState<{ name?: string | null; value?: string | null }>({});
  const change = (changes: Partial<Typed>) => {
    setFaults({});
    onType({ ...typed, ...changes });
  };
  const submit = async (base = client) => {
    const found = {
      name: base === client ? nameFault(name, base) : null,
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
  return (
    <form
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onLeave();
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={clients.fieldName}
          autoFocus
          value={typed.name}
          error={faults.name}
          disabled={conflict !== null}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Textarea
          label={clients.fieldValue}
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
