import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLogins } from '../../accounts/logins.ts';
import type { RecordData } from '../../fields/data.ts';
import { EditableField } from '../../fields/editing/editable-field.tsx';
import { fieldPart } from '../../fields/record.ts';
import { offerUndo } from '../../fields/undo/offer-undo.ts';
import { choicesOf } from '../../fields/values/field-types.ts';
import { kindIn } from '../../fields/values/kind-of.ts';
import { fieldOf, titleOf, useView } from '../../fields/view.ts';
import { records } from '../../texts/records.ts';

/** A cell with its editor below. The editor is that of the record page, which keeps drafts. */
export function CellEditor(props: {
  record: RecordData;
  name: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { record, name, onClose } = props;
  const view = useView();
  const { part, kind } = usePartAndKind(record, name);
  return (
    <Popover
      opened
      position="bottom-start"
      width="min(22rem, calc(100vw - 10px))"
      shadow="md"
      withRoles={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <div className="edited-cell">{props.children}</div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={records.clickToEdit(part.label)}>
        <EditableField
          record={record}
          part={part}
          kind={kind}
          startsOpen
          onSaved={({ saved, change_uuid }) =>
            offerUndo(records.cellSaved(part.label, titleOf(view, saved)), [change_uuid])
          }
          onOpen={(isOpen) => {
            if (!isOpen) onClose();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function usePartAndKind(record: RecordData, name: string) {
  const view = useView();
  const own = view.useChoices?.(record)[name];
  const logins = useLogins().filter((login) => login.account_uuid === record.account_uuid);
  const field = fieldOf(view, name)!;
  const members = Object.fromEntries(logins.map(({ user }) => [user.uuid, user.name]));
  const choices = own ?? choicesOf(field, members);
  return { part: fieldPart(field), kind: kindIn(record, field, choices) };
}
