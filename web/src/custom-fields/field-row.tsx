import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { CustomField } from '@rapport/contract/custom-fields';
import { ChoiceBadge } from '../fields/drawn/choice-badge.tsx';
import { UpAndDown } from '../layout/up-and-down.tsx';
import { customFields as texts } from '../texts/custom-fields.ts';
import { ConvertDialog, EditFieldDialog } from './field-dialogs.tsx';
import { Reading } from './reading.tsx';

/** The most options that a row shows. */
const SHOWN_MAX = 8;

/** A field of the Account: what it is, and what can be done with it. */
export function FieldRow(props: {
  field: CustomField;
  mayChange: boolean;
  /** Null for the first and the last one. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onArchive: () => void;
}) {
  const { field, mayChange } = props;
  const { label, key, type, help, group_name, required, unique, job_uuid } = field;
  return (
    <li className="field-row">
      <Stack gap={4} className="grow">
        <Group gap="xs">
          <Text size="sm" fw="bold" className="break-anywhere" dir="auto">
            {label}
          </Text>
          <Text size="sm" c="dimmed">
            {[texts.types[type], group_name].filter(Boolean).join(' · ')}
          </Text>
          {required && <Mark>{texts.isRequired}</Mark>}
          {unique && <Mark>{texts.isUnique}</Mark>}
        </Group>
        <Text size="xs" c="dimmed" className="break-anywhere">
          <code>custom.{key}</code>
          {help && ` · ${help}`}
        </Text>
        <Options field={field} />
        {job_uuid !== null && <Reading field={{ ...field, job_uuid }} />}
      </Stack>
      {mayChange && <Buttons {...props} />}
    </li>
  );
}

function Mark({ children }: { children: string }) {
  return (
    <Badge variant="default" size="sm" tt="none" fw="bold">
      {children}
    </Badge>
  );
}

function Options({ field }: { field: CustomField }) {
  const options = field.options.filter(({ archived }) => !archived);
  if (options.length === 0) return null;
  return (
    <Group gap={4}>
      {options.slice(0, SHOWN_MAX).map(({ key, label, color }) => (
        <ChoiceBadge key={key} label={label} colour={color ?? undefined} />
      ))}
      {options.length > SHOWN_MAX && (
        <Text size="xs" c="dimmed">
          +{options.length - SHOWN_MAX}
        </Text>
      )}
    </Group>
  );
}

function Buttons({ field, onUp, onDown, onArchive }: Parameters<typeof FieldRow>[0]) {
  const { label } = field;
  const [isEdited, edit] = useDisclosure();
  const [isConverted, convert] = useDisclosure();
  const button = { size: 'compact-sm', variant: 'default', disabled: field.job_uuid !== null } as const;
  return (
    <Group gap={6} wrap="wrap" align="start">
      <Group gap={0} wrap="nowrap">
        <UpAndDown name={label} texts={texts} onUp={onUp} onDown={onDown} />
      </Group>
      <Button {...button} aria-label={texts.editOf(label)} onClick={edit.open}>
        {texts.edit}
      </Button>
      <Button {...button} aria-label={texts.convertOf(label)} onClick={convert.open}>
        {texts.type}
      </Button>
      <Button {...button} aria-label={texts.archiveOf(label)} onClick={onArchive}>
        {texts.archive}
      </Button>
      <EditFieldDialog field={field} opened={isEdited} onClose={edit.close} />
      <ConvertDialog field={field} opened={isConverted} onClose={convert.close} />
    </Group>
  );
}
