import { Button, Group, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useAccounts } from '../../accounts/current-account.ts';
import { useLogins } from '../../accounts/logins.ts';
import type { RecordData } from '../../fields/data.ts';
import { ChoiceBadge } from '../../fields/drawn/choice-badge.tsx';
import { Person } from '../../fields/drawn/drawn.tsx';
import { valueLinks } from '../../fields/drawn/value-links.tsx';
import { EditableField } from '../../fields/editing/editable-field.tsx';
import { fieldPart } from '../../fields/record.ts';
import type { Field } from '../../fields/values/field.ts';
import { choicesOf, FIELD_TYPES, isEmpty, isMisfit, valueIn } from '../../fields/values/field-types.ts';
import { kindOf } from '../../fields/values/kind-of.ts';
import { useView } from '../../fields/view.ts';
import { COMMON_LABELS, records } from '../../texts/records.ts';
import { foldedOf } from './folding.ts';

/** The fields of a record, each edited in its place. Empty ones are folded. */
export function Details({ record, mayWrite }: { record: RecordData; mayWrite: boolean }) {
  const view = useView();
  const { fields } = view;
  // The User's choice to see all fields applies to all records.
  const [isUnfolded, unfold] = useLocalStorage({
    key: 'rapport-empty-fields',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const edit = useFieldToEdit();
  const owners = useOwners(record);
  const own = view.useChoices?.(record) ?? {};
  const possible = fields.filter(
    ({ type, isFixed, isShown }) => !FIELD_TYPES[type].isSection && !isFixed && (isShown?.(record) ?? true),
  );
  const empty = possible.filter((field) => isBlank(field, valueIn(record, field))).map(({ name }) => name);
  // A field emptied after the page was opened keeps its place; one filled by others is shown.
  const [emptyAtFirst] = useState(empty);
  const folded = foldedOf(
    emptyAtFirst.filter((name) => empty.includes(name)),
    edit,
  );
  const shown = isUnfolded ? possible : possible.filter(({ name }) => !folded.includes(name));
  return (
    <>
      <dl className="fields">
        {shown.map((field) => (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd>
              <DetailField
                record={record}
                field={field}
                choices={own[field.name] ?? choicesOf(field, owners)}
                startsOpen={edit === field.name}
                isFixed={!mayWrite}
              />
            </dd>
          </div>
        ))}
        <AccountOf uuid={record.account_uuid} />
      </dl>
      {folded.length > 0 && (
        <Group>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isUnfolded}
            onClick={() => unfold(!isUnfolded)}
          >
            {isUnfolded ? records.fewerFields : records.moreFields(folded.length)}
          </Button>
        </Group>
      )}
    </>
  );
}

/** The Account of the record, for a User who has several. */
function AccountOf({ uuid }: { uuid: string }) {
  const { data: accounts = [] } = useAccounts();
  if (accounts.length < 2) return null;
  return (
    <div>
      <dt>{COMMON_LABELS.account_uuid}</dt>
      <dd className="fixed-value">{accounts.find((account) => account.uuid === uuid)?.name}</dd>
    </div>
  );
}

function DetailField(props: {
  record: RecordData;
  field: Field;
  choices: Record<string, string> | undefined;
  startsOpen: boolean;
  isFixed: boolean;
}) {
  const { record, field, choices } = props;
  const links = valueLinks(record, field);
  const value = valueIn(record, field);
  return (
    <EditableField
      record={record}
      part={fieldPart(field)}
      kind={kindOf(field, choices)}
      startsOpen={props.startsOpen}
      isFixed={props.isFixed}
      hasLinks={links !== undefined}
    >
      {isEmpty(value) || isMisfit(field, value) ? links : (drawnIn(field, value, choices) ?? links)}
    </EditableField>
  );
}

/** True for a value that says nothing, such as "Not given". */
function isBlank(field: Field, value: unknown): boolean {
  return isEmpty(value) || (field.choices !== undefined && value === field.blank);
}

/** A value that is drawn as more than text and links: badges, or a User with their face. */
function drawnIn(field: Field, value: unknown, choices: Record<string, string> = {}): ReactNode {
  const all = [value].flat().map(String);
  if (field.colours)
    return all.map((one) => (
      <ChoiceBadge key={one} label={choices[one] ?? one} colour={field.colours![one]} />
    ));
  const name = FIELD_TYPES[field.type].isMember && choices[all[0]!];
  return name && name !== records.noMember ? (
    <Text span size="sm">
      <Person uuid={all[0]!} name={name} />
    </Text>
  ) : undefined;
}

/**
 * Returns the field that the address asks to edit. The address forgets it, so that a reload does
 * not open the field again.
 */
function useFieldToEdit(): string | undefined {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const navigate = useNavigate();
  useEffect(() => {
    const search = (before: object) => ({ ...before, edit: undefined });
    if (edit) void navigate({ to: '.', search, replace: true });
  }, [edit, navigate]);
  return edit;
}

/** Returns the members of the Account, and the owner of the record even if no longer a member. */
function useOwners({ account_uuid, owner_uuid }: RecordData): Record<string, string> {
  const logins = useLogins().filter((login) => login.account_uuid === account_uuid);
  const owners = Object.fromEntries(logins.map(({ user }) => [user.uuid, user.name]));
  if (owner_uuid && logins.length > 0) owners[owner_uuid] ??= records.noMember;
  return owners;
}
