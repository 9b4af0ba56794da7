import { Box, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDraft } from '../../layout/draft.ts';
import { notifyUnsaved } from '../../layout/notify-with-button.tsx';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import type { Part } from '../record.ts';
import { useView } from '../view.ts';
import { Editor } from './editor.tsx';
import type { FieldKind } from './field-kinds.ts';

type Props = {
  record: RecordData;
  part: Part;
  kind: FieldKind;
  /** Opens for editing at once. */
  startsOpen?: boolean;
  /** The User may only read it. */
  isFixed?: boolean;
  /** How the value is shown; its text when left out. */
  children?: ReactNode;
  /** The value has links of its own, so it cannot be a button. A button stands beside it. */
  hasLinks?: boolean;
  /** For a part that can be taken away. */
  isRemovable?: boolean;
  onSaved?: ((before: RecordData, saved: RecordData) => void) | undefined;
  /** Hears whether it is being edited. */
  onOpen?: (isOpen: boolean) => void;
};

/** What was typed, with the value and the version of the record that it is to replace. */
type FieldDraft = { text: string; value: unknown; version: number };

/**
 * A value that becomes an input when it is chosen. Enter saves. Escape closes it and keeps the
 * draft, to go on with later. A reload opens it again as it was left.
 */
export function EditableField(props: Props) {
  const { record, part, kind } = props;
  const view = useView();
  const { label } = part;
  const draftName = `${view.resource}-${record.uuid}-${part.id}`;
  const [draft, keepDraft, forgetDraft] = useDraft<FieldDraft | null>(draftName, null);
  const [base, setBase] = useState<RecordData | null>(() => {
    if (draft) return { ...record, ...part.put(record, draft.value), version: draft.version };
    return props.startsOpen ? record : null;
  });
  const shown = useRef<HTMLButtonElement>(null);
  const text = (kind.toShow ?? kind.toText)(part.of(record) as never);
  const navigate = useNavigate();
  const close = () => {
    setBase(null);
    forgetDraft();
  };
  const open = (text: string, against: RecordData) => {
    keepDraft({ text, value: part.of(against), version: against.version });
    setBase(against);
  };
  const closeUnsaved = (text: string, against: RecordData) => {
    close();
    notifyUnsaved(records.unsaved(label), async () => {
      open(text, against);
      // Somebody may have gone on to another page meanwhile.
      await navigate({ to: `${view.path}/${record.uuid}` });
    });
  };
  const isOpen = base !== null;
  const wasOpen = useRef(isOpen);
  const place = useRef<HTMLButtonElement>(null);
  // Keeps the place for the keyboard, even when the saved value has links and so another button.
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
          aria-label={records.clickToEdit(label)}
          onClick={() => setBase(record)}
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
        aria-label={`${records.clickToEdit(label)}: ${kind.choices?.[text] ?? text}`}
        onClick={() => setBase(record)}
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
