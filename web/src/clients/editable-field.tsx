import {
  Alert,
  Box,
  Button,
  Group,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import type { Client } from '@rapport/contract/clients';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fieldErrors, useDraft } from '../layout/draft.ts';
import { sayProblem } from '../layout/say-problem.ts';
import { clients } from '../texts/clients.ts';
import { common } from '../texts/common.ts';
import type { FieldKind } from './field-kinds.ts';
import { type Conflict, type Part, useSavePart } from './record.ts';

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

/** A value that becomes an input when it is chosen. Enter saves, Escape leaves it as it was; a reload opens it again as it was left. */
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
  const close = () => {
    setBase(null);
    forgetDraft();
  };
  const isOpen = base !== null;
  const wasOpen = useRef(isOpen);
  // The place stays where it was for those who work with the keyboard.
  useEffect(() => {
    if (wasOpen.current && !isOpen) shown.current?.focus();
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
      initial={draft?.text ?? kind.toText(part.of(base) as never)}
      onType={(text) => keepDraft({ text, value: part.of(base), version: base.version })}
      close={close}
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
    <Text size="sm" className="keep-lines">
      {text}
    </Text>
  );
}

function Editor(
  props: Props & {
    base: Client;
    initial: string;
    onType: (text: string) => void;
    close: () => void;
  },
) {
  const { client, part, kind, base, close } = props;
  const { label } = part;
  const [typed, setTyped] = useState(props.initial);
  const type = (text: string) => {
    setTyped(text);
    setFault(null);
    props.onType(text);
  };
  const { save, conflict, keepTheirs, error, isSaving } = useSavePart(client, part);
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (against = base, text = typed) => {
    if (!conflict && text === kind.toText(part.of(base) as never)) return close();
    const found = kind.fault?.(text, against) ?? null;
    setFault(found);
    if (found) return;
    if (await save(kind.fromText(text, part.of(against) as never), against)) close();
  };
  const choose = (value: string) => {
    setTyped(value);
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
      if (event.key === 'Escape') close();
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
            close();
          }}
          onMine={() => (conflict.mine === undefined ? remove(conflict.theirs) : submit(conflict.theirs))}
        />
      ) : (
        <Group gap={6}>
          <Button size="compact-sm" loading={isSaving} onClick={() => submit()}>
            {common.save}
          </Button>
          <Button size="compact-sm" variant="default" onClick={close}>
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

/** Both values of what somebody else changed meanwhile, to choose from. */
export function ConflictChoice(props: {
  conflict: Conflict;
  part: Part;
  kind: FieldKind;
  onTheirs: () => void;
  onMine: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    // The field was disabled while it was saved, and has lost the focus.
    box.current?.querySelector('button')?.focus();
  }, []);
  const theirs = (props.kind.toShow ?? props.kind.toText)(props.part.of(props.conflict.theirs) as never);
  return (
    <Alert ref={box} color="orange" variant="light" title={clients.conflictTitle} role="alert">
      <Stack gap="xs">
        <Text size="sm">{clients.conflict(props.part.label)}</Text>
        <Text size="sm" fw={600} className="keep-lines">
          {props.kind.choices?.[theirs] ?? (theirs || clients.emptyValue)}
        </Text>
        <Group gap={6}>
          <Button size="compact-sm" variant="default" onClick={props.onTheirs}>
            {clients.takeTheirs}
          </Button>
          <Button size="compact-sm" onClick={props.onMine}>
            {clients.takeMine}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
