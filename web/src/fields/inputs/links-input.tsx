import { ActionIcon, Button, Checkbox, Group, Paper, Stack, TextInput } from '@mantine/core';
import { CrossIcon } from '../../layout/icons.tsx';
import { records } from '../../texts/records.ts';
import { kindNamed } from '../kinds.ts';
import type { Field } from '../values/field.ts';
import type { FieldInputProps } from '../values/field-kinds.ts';
import { DayInput } from './day-input.tsx';
import { RecordSelect, type Ref } from './record-select.tsx';

type Link = Record<string, string | boolean | null | undefined>;

/** The input of links to records of one kind. Each link is a row, with a role or other details. */
export function LinksInput(props: FieldInputProps) {
  const { label, text, errors, isDisabled, isAlone, onType, onKeyDown } = props;
  const field = props.field!;
  const typed = JSON.parse(text || '[]') as Link[];
  const links = typed.length === 0 ? [{}] : typed;
  const put = (changed: Link[]) => onType(JSON.stringify(changed));
  const change = (index: number, changes: Link) =>
    put(
      links.map((link, each) => {
        if (each === index) return { ...link, ...changes };
        return changes.primary ? { ...link, primary: false } : link;
      }),
    );
  return (
    <Stack gap={8} data-field={props.id} onKeyDown={(event) => event.key === 'Escape' && onKeyDown(event)}>
      {links.map((link, index) => (
        <Paper key={index} className="typed-row">
          <Group gap={6} wrap="nowrap" align="start">
            <RecordSelect
              to={[field.to!]}
              aria-label={`${label} ${index + 1}`}
              account_uuid={props.account_uuid}
              value={refOf(field, link)}
              error={errors[`${index}/${field.key}`] ?? errors[index]}
              disabled={isDisabled}
              autoFocus={isAlone && index === links.length - 1}
              onChange={(chosen) => change(index, toLink(field, chosen))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={4}
              aria-label={records.removeRow(`${label} ${index + 1}`)}
              disabled={isDisabled}
              onClick={() => put(links.filter((_, each) => each !== index))}
            >
              <CrossIcon />
            </ActionIcon>
          </Group>
          <Extras
            link={link}
            extras={field.extras ?? []}
            label={`${label} ${index + 1}`}
            hasOthers={links.length > 1}
            isDisabled={isDisabled}
            change={(changes) => change(index, changes)}
          />
        </Paper>
      ))}
      <Group>
        <Button size="compact-sm" variant="subtle" disabled={isDisabled} onClick={() => put([...links, {}])}>
          {records.addLink(kindNamed(field.to!)?.one)}
        </Button>
      </Group>
    </Stack>
  );
}

/** The inputs for details of a link: the role, the end date, and whether it is the primary one. */
function Extras(props: {
  link: Link;
  extras: readonly string[];
  label: string;
  hasOthers: boolean;
  isDisabled: boolean;
  change: (changes: Link) => void;
}) {
  const { link, extras, label, isDisabled, change } = props;
  if (extras.length === 0) return null;
  return (
    <Group gap={6} mt={6} align="center">
      {extras.includes('role') && (
        <TextInput
          aria-label={`${label}: ${records.role}`}
          placeholder={records.role}
          className="grow"
          value={(link.role as string) ?? ''}
          disabled={isDisabled}
          onChange={(event) => change({ role: event.currentTarget.value })}
        />
      )}
      {extras.includes('ended_on') && (
        <DayInput
          aria-label={`${label}: ${records.endedOn}`}
          placeholder={records.endedOn}
          className="quick-day"
          value={(link.ended_on as string) ?? ''}
          disabled={isDisabled}
          onChange={(ended_on) => change({ ended_on: ended_on || null })}
        />
      )}
      {extras.includes('primary') && (props.hasOthers || link.primary === true) && (
        <Checkbox
          size="sm"
          label={records.primary}
          checked={link.primary === true}
          disabled={isDisabled}
          onChange={(event) => change({ primary: event.currentTarget.checked })}
        />
      )}
    </Group>
  );
}

function refOf({ to, key }: Field, link: Link): Ref | null {
  const uuid = link[key!];
  return uuid ? { resource: to!, uuid: String(uuid) } : null;
}

function toLink({ key }: Field, chosen: Ref | null): Link {
  return { [key!]: chosen?.uuid ?? '' };
}
