import { ActionIcon, Box, Group, Text, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDraft } from '../../layout/draft.ts';
import { EditIcon } from '../../layout/icons.tsx';
import { notifyUnsaved } from '../../layout/notify-with-button.tsx';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import type { Part, Saved } from '../record.ts';
import type { FieldKind } from '../values/field-kinds.ts';
import { useView } from '../view.ts';
import { Editor } from './editor.tsx';

/** A name that is not known yet. A uuid says nothing to people. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

type Props = {
  record: RecordData;
  part: Part;
  kind: FieldKind;
  /** True when the input is open from the start. */
  startsOpen?: boolean;
  /** True when the User may only read the value. */
  isFixed?: boolean;
  /** The content that shows the value. Its text by default. */
  children?: ReactNode;
  /**
   * True when the value contains links, so it cannot be a button itself. An Edit button is beside
   * it.
   */
  hasLinks?: boolean;
  /** True when the part can be removed, as a custom field can. */
  isRemovable?: boolean;
  onSaved?: ((saved: Saved) => void) | undefined;
  /** Called when the input opens and closes. */
  onOpen?: (isOpen: boolean) => void;
};

/** The typed text, with the value and the version of the record that it would replace. */
type FieldDraft = { text: string; value: unknown; version: number };

/**
 * A value that becomes an input at a click. Enter saves it. Escape closes the input and offers to
 * return to the unsaved text. A reload keeps the input open.
 */
export function EditableField(props: Props) {
  const { record, part, kind } = props;
  const { draft, base, shown, begin, open, goOn, close, closeUnsaved } = useEditing(props);
  const text = (kind.toShow ?? kind.toText)(part.of(record) as never);
  const said = kind.choices?.[text] ?? (UUID.test(text) ? '…' : text);
  const value = props.children ?? <Shown text={said} />;
  if (props.isFixed) return <div className="fixed-value">{value}</div>;
  if (base !== null)
    return (
      <Editor
        {...props}
        base={base}
        typed={draft?.text ?? kind.toText(part.of(base) as never)}
        onType={(text) => open(text, base)}
        onBase={goOn}
        close={close}
        closeUnsaved={closeUnsaved}
      />
    );
  if (!props.hasLinks)
    return (
      <UnstyledButton
        ref={shown}
        className="editable"
        aria-label={`${records.clickToEdit(part.label)}: ${said}`}
        onClick={begin}
      >
        {value}
      </UnstyledButton>
    );
  return (
    <Group gap="xs" align="start" wrap="nowrap" className="beside-edit">
      <Box flex={1} miw={0} pt={2}>
        {props.children}
      </Box>
      <ActionIcon
        ref={shown}
        variant="subtle"
        color="gray"
        aria-label={records.clickToEdit(part.label)}
        onClick={begin}
      >
        <EditIcon />
      </ActionIcon>
    </Group>
  );
}

/**
 * Returns the typed text, and in `base` the record that it would change: null while the input is
 * closed.
 */
function useEditing({ record, part, startsOpen, hasLinks, onOpen }: Props) {
  const view = useView();
  const navigate = useNavigate();
  const draftName = `${view.resource}-${record.uuid}-${part.id}`;
  const [draft, keepDraft, forgetDraft] = useDraft<FieldDraft | null>(draftName, null);
  const [base, setBase] = useState<RecordData | null>(() => {
    if (draft) return { ...record, ...part.put(record, draft.value), version: draft.version };
    return startsOpen ? record : null;
  });
  const close = () => {
    setBase(null);
    forgetDraft();
  };
  const open = (text: string, against: RecordData) => {
    keepDraft({ text, value: part.of(against), version: against.version });
    setBase(against);
  };
  const goOn = (against: RecordData) => {
    forgetDraft();
    setBase(against);
  };
  const closeUnsaved = (text: string, against: RecordData) => {
    close();
    notifyUnsaved(records.unsaved(part.label), async () => {
      open(text, against);
      // The User may be on another page when returning to the text.
      await navigate({ to: `${view.path}/${record.uuid}` });
    });
  };
  const isOpen = base !== null;
  const shown = useFocusAfter(isOpen, hasLinks);
  useEffect(() => onOpen?.(isOpen), [isOpen]);
  return { draft, base, shown, begin: () => setBase(record), open, goOn, close, closeUnsaved };
}

/**
 * Returns the place of the button that shows the value. It takes the focus again after editing.
 * With links, a saved value may have a different button.
 */
function useFocusAfter(isOpen: boolean, hasLinks: boolean | undefined) {
  const shown = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen) return;
    const isReplaced = place.current?.isConnected === false && document.activeElement === document.body;
    if (!wasOpen.current && !isReplaced) return;
    place.current = shown.current;
    place.current?.focus();
  }, [isOpen, hasLinks]);
  useEffect(() => {
    wasOpen.current = isOpen;
  }, [isOpen]);
  return shown;
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
