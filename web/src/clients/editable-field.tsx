import { Box, Button, Group, Select, Stack, Text, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import type { Client } from '@rapport/contract/clients';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fieldErrors, useDraft } from '../layout/draft.ts';
import { notifyUnsaved } from '../layout/notify-with-button.tsx';
import { sayProblem } from '../layout/say-problem.ts';
import { clients } from '../texts/clients.ts';
import { common } from '../texts/common.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import type { FieldKind } from './field-kinds.ts';
import { type Part, useSavePart } from './record.ts';

type Props = {
  client: Client;
  part: Part;
  kind: FieldKind;
  /** Opens for editing at once. */
  startsOpen?: boolean;
  /** For those who may only read it. */
  isFixed?: boolean;
  /** How the value is shown; its text when left out. */
  children?: ReactNode;
  /** The value has links of its own, so that it cannot be a button: one stands beside it. */
  hasLinks?: boolean;
  /** For a part that can be taken away. */
  isRemovable?: boolean;
  /** Hears whether it is being edited. */
  onOpen?: (isOpen: boolean) => void;
};

/** What is typed, and the value and the version that it is to replace. */
type FieldDraft = { text: string; value: unknown; version: number };

/**
 * A value that becomes an input when it is chosen. Enter saves, Escape leaves it as it was and lets one go on with what was typed; a reload
 * opens it again as it was left.
 */
export function EditableField(props: Props) {
  const { client, part, kind } = props;
  const { label } = part;
  const draftName = `client-${client.uuid}-${part.id}`;
  const [draft, keepDraft, forgetDraft] = useDraft<FieldDraft | null>(draftName, null);
  const [base, setBase] = useState<Client | null>(() => {
    if (draft) return { ...client, ...part.put(client, draft.value), version: draft.version };
    return props.startsOpen ? client : null;
  });
  const shown = useRef<HTMLButtonElement>(null);
  const text = (kind.toShow ?? kind.toText)(part.of(client) as never);
  const navigate = useNavigate();
  const close = () => {
    setBase(null);
    forgetDraft();
  };
  const open = (text: string, against: Client) => {
    keepDraft({ text, value: part.of(against), version: against.version });
    setBase(against);
  };
  const closeUnsaved = (text: string, against: Client) => {
    close();
    notifyUnsaved(clients.unsaved(label), async () => {
      open(text, against);
      // Somebody may have gone on to another page meanwhile.
      await navigate({ to: '/clients/$uuid', params: { uuid: client.uuid } });
    });
  };
  const isOpen = base !== null;
  const wasOpen = useRef(isOpen);
  const place = useRef<HTMLButtonElement>(null);
  // The place stays where it was for those who work with the keyboard: also when the saved value has links, and so another button.
  useEffect(() => {
    if (isOpen) return;
    const isReplaced = place.current?.isConnected === false && document.activeElement === document.body;
    if (!wasOpen.current && !isReplaced) return;
    place.current = shown.current;
    place.current?.focus();
  }, [isOpen, props.hasLinks]);
  useEffect(() => {
    wasOpen.current = isOpen;
    props.onOpen?.(isOpen);
  }, [isOpen]);
  if (props.isFixed)
    return (
      <div className="fixed-value">{props.children ?? <Shown text={kind.choices?.[text] ?? text} />}</div>
    );
  if (base === null && props.hasLinks) {
    return (
      <Group gap="xs" align="start" wrap="nowrap" className="beside-edit">
        <Box flex={1} miw={0} pt={2}>
          {props.children}
        </Box>
        <Button
          ref={shown}
          size="compact-sm"
          variant="default"
          className="keep"
          aria-label={clients.clickToEdit(label)}
          onClick={() => setBase(client)}
        >
          {common.edit}
        </Button>
      </Group>
    );
  }
  if (base === null) {
    return (
      <UnstyledButton
        ref={shown}
        className="editable"
        aria-label={`${clients.clickToEdit(label)}: ${kind.choices?.[text] ?? text}`}
        onClick={() => setBase(client)}
      >
        {props.children ?? <Shown text={kind.choices?.[text] ?? text} />}
      </UnstyledButton>
    );
  }
  return (
    <Editor
      {...props}
      base={base}
      typed={draft?.text ?? kind.toText(part.of(base) as never)}
      onType={(text) => open(text, base)}
      close={close}
      closeUnsaved={closeUnsaved}
    />
  );
}

function Shown({ text }: { text: string }) {
  if (text === '')
    return (
      <Text size="sm" c="dimmed">
        –
      </Text>
    );
  return (
    <Text size="sm" dir="auto" className="keep-lines">
      {text}
    </Text>
  );
}

function Editor(
  props: Props & {
    base: Client;
    typed: string;
    onType: (text: string) => void;
    close: () => void;
    closeUnsaved: (text: string, against: Client) => void;
  },
) {
  const { client, part, kind, base, typed, close } = props;
  const { label } = part;
  const type = (text: string) => {
    setFault(null);
    props.onType(text);
  };
  const { save, conflict, keepTheirs, error, isSaving } = useSavePart(client, part);
  const [fault, setFault] = useState<string | null>(null);
  const isAsItWas = (text: string) => text === kind.toText(part.of(base) as never);
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
    else props.closeUnsaved(typed, against);
  };
  const choose = (value: string) => {
    type(value);
    void submit(base, value);
  };
  const remove = async (against = base) => {
    if (await save(undefined, against)) close();
  };
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  // While it was saved it was disabled, which takes the focus from it.
  useEffect(() => {
    if (error && !isSaving) input.current?.focus();
  }, [error, isSaving]);
  const message = fault ?? Object.values(fieldErrors(error))[0] ?? (error ? sayProblem(error).message : null);
  const common_ = {
    ref: input,
    'aria-label': label,
    'data-field': part.id,
    description: kind.hint,
    value: typed,
    error: message,
    disabled: isSaving,
    autoFocus: true,
    size: 'sm' as const,
    onKeyDown: (event: React.KeyboardEvent) => {
      // To an input method these keys mean something else.
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Escape') leave();
      // Among choices, Enter is how one of them is made.
      if (kind.choices) return;
      if (event.key === 'Enter' && (!kind.isMultiline || event.ctrlKey || event.metaKey)) void submit();
    },
  };
  return (
    <Stack gap={6}>
      {kind.choices ? (
        <Select
          {...common_}
          data={Object.entries(kind.choices).map(([value, text]) => ({ value, label: text }))}
          clearable={part.id === 'owner_uuid'}
          clearButtonProps={{
            'aria-label': clients.clearField(label),
            'aria-hidden': false,
            tabIndex: 0,
            size: '1.5rem',
          }}
          defaultDropdownOpened
          // Not on a change alone: who chooses what is set already is done, too.
          onOptionSubmit={choose}
          onClear={() => choose('')}
        />
      ) : kind.isMultiline ? (
        <Textarea
          {...common_}
          autosize
          minRows={part.id === 'description' ? 5 : 2}
          maxRows={20}
          onChange={(event) => type(event.currentTarget.value)}
        />
      ) : (
        <TextInput {...common_} onChange={(event) => type(event.currentTarget.value)} />
      )}
      {conflict ? (
        <ConflictChoice
          conflict={conflict}
          part={part}
          kind={kind}
          onTheirs={() => {
            keepTheirs();
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
              {clients.removeField}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
