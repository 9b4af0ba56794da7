import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { CrossIcon } from '../../layout/icons.tsx';
import { records } from '../../texts/records.ts';
import { kindNamed, nameOf } from '../kinds.ts';
import { useIsHidden } from '../may-write.ts';
import { useReferred } from '../titles.ts';
import type { FieldInputProps } from '../values/field-kinds.ts';
import { readRows } from '../values/rows.ts';
import { RecordSelect, type Ref } from './record-select.tsx';

/**
 * The input of links to records of several kinds. One search finds them all, and each choice adds a
 * link.
 */
export function RecordLinksInput(props: FieldInputProps) {
  const { label, text, errors, isDisabled, isAlone = false, account_uuid } = props;
  const box = useRef<HTMLDivElement>(null);
  // A draft of an older version of this page may contain empty rows.
  const links = readRows<Ref & { value: string }>(text).filter(({ uuid }) => uuid);
  const put = (changed: Ref[]) => props.onType(JSON.stringify(changed));
  const focus = () => box.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
  const isRefused = isAlone && !isDisabled && Object.keys(errors).length > 0;
  // After a refusal the search takes the focus again. It lost it when it was disabled for saving.
  useEffect(() => {
    if (isRefused) focus();
  }, [isRefused]);
  const remove = (index: number) => {
    put(links.filter((_, each) => each !== index));
    focus();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value, ariaExpanded } = event.currentTarget;
    const isMarked = event.currentTarget.hasAttribute('aria-activedescendant');
    // In the list of matches, Enter chooses and Escape closes the list.
    const isChoosing = event.key === 'Escape' ? ariaExpanded === 'true' : value !== '' || isMarked;
    if (isChoosing) return;
    if (event.key === 'Backspace' && links.length > 0) remove(links.length - 1);
    else props.onKeyDown(event);
  };
  return (
    <Stack ref={box} gap={6} data-field={props.id}>
      <ul className="chosen-records" aria-label={label} aria-live="polite" aria-relevant="additions">
        {links.map((link, index) => (
          <Chosen
            key={link.uuid}
            link={link}
            error={errors[`${index}/uuid`] ?? errors[index]}
            isDisabled={isDisabled}
            onRemove={() => remove(index)}
          />
        ))}
      </ul>
      <RecordSelect
        type="search"
        to={props.field!.kinds!}
        aria-label={label}
        value={null}
        others={links}
        account_uuid={account_uuid}
        error={errors['']}
        disabled={isDisabled}
        autoFocus={isAlone}
        onKeyDown={press}
        onChange={(chosen) => chosen && put([...links, chosen])}
      />
    </Stack>
  );
}

function Chosen(props: { link: Ref; error: string | undefined; isDisabled: boolean; onRemove: () => void }) {
  const { link, error } = props;
  const kind = kindNamed(link.resource);
  const record = useReferred(link.resource, link.uuid);
  const isHidden = useIsHidden();
  if (!kind) return null;
  const missing = isHidden ? records.outOfReach(kind.label) : records.deletedRecord(kind.label);
  const name = record ? nameOf(record, kind.title) : record === null ? missing : '…';
  return (
    <li>
      <Group gap={6} wrap="nowrap" align="start">
        <Text size="sm" className="chosen-name">
          <Text span size="xs" c="dimmed">
            {kind.one}
          </Text>{' '}
          {name}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={records.removeRow(name)}
          disabled={props.isDisabled}
          onClick={props.onRemove}
        >
          <CrossIcon />
        </ActionIcon>
      </Group>
      {error && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
    </li>
  );
}
