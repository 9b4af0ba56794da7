import { ActionIcon, Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { CrossIcon } from '../../layout/icons.tsx';
import { records } from '../../texts/records.ts';
import { kindNamed } from '../kinds.ts';
import { RecordSelect } from '../record-select.tsx';
import type { FieldInputProps } from './field-kinds.ts';

type Link = Record<string, string | boolean | null | undefined>;

/** Records of one kind, a row each, with the role that they have here. */
export function LinksInput(props: FieldInputProps) {
  const { label, text, errors, isDisabled, onType, onKeyDown } = props;
  const { to, key, extras = [] } = props.field!;
  const typed = JSON.parse(text || '[]') as Link[];
  const links = typed.length === 0 ? [{}] : typed;
  const put = (changed: Link[]) => onType(JSON.stringify(changed));
  const change = (index: number, changes: Link) =>
    put(links.map((link, each) => (each === index ? { ...link, ...changes } : link)));
  return (
    <Stack gap={8} data-field={props.id} onKeyDown={(event) => event.key === 'Escape' && onKeyDown(event)}>
      {links.map((link, index) => (
        <Paper key={index} className="typed-row">
          <Group gap={6} wrap="nowrap" align="start">
            <RecordSelect
              to={to!}
              aria-label={`${label} ${index + 1}`}
              className="grow"
              value={(link[key!] as string) ?? null}
              error={errors[`${index}/${key}`]}
              disabled={isDisabled}
              onChange={(uuid) => change(index, { [key!]: uuid ?? '' })}
            />
            {extras.includes('role') && (
              <TextInput
                aria-label={`${label} ${index + 1}: ${records.role}`}
                placeholder={records.role}
                w="8rem"
                value={(link.role as string) ?? ''}
                disabled={isDisabled}
                onChange={(event) => change(index, { role: event.currentTarget.value })}
              />
            )}
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
        </Paper>
      ))}
      <Group>
        <Button size="compact-sm" variant="subtle" disabled={isDisabled} onClick={() => put([...links, {}])}>
          {records.addLink(kindNamed(to!)?.one ?? '')}
        </Button>
      </Group>
    </Stack>
  );
}
