import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useLogins } from '../../accounts/logins.ts';
import type { RecordData } from '../../fields/data.ts';
import { FieldInput } from '../../fields/inputs/field-input.tsx';
import { useMe } from '../../fields/me.ts';
import type { Field } from '../../fields/values/field.ts';
import { choicesOf } from '../../fields/values/field-types.ts';
import { kindOf } from '../../fields/values/kind-of.ts';
import { useView } from '../../fields/view.ts';
import { records } from '../../texts/records.ts';
import { pointerOf } from './new-values.ts';

/**
 * The inputs of the fields that the Account has declared. Those that a new record needs are always
 * there, the others after a press.
 */
export function OwnFields(props: {
  fields: Field[];
  textOf: (field: Field) => string;
  errors: Record<string, string>;
  account_uuid: string | null;
  onType: (field: Field, text: string) => void;
}) {
  const { fields, textOf, errors, account_uuid, onType } = props;
  const [isOpen, setIsOpen] = useState(false);
  const isShown = (field: Field) => isOpen || field.isRequired || textOf(field) !== '';
  const hidden = fields.filter((field) => !isShown(field));
  return (
    <>
      {fields.filter(isShown).map((field) => (
        <NewField
          key={field.name}
          field={field}
          text={textOf(field)}
          errors={errors}
          account_uuid={account_uuid}
          isFirst={false}
          onType={(text) => onType(field, text)}
        />
      ))}
      {hidden.length > 0 && (
        <Group>
          <Button size="compact-sm" variant="subtle" onClick={() => setIsOpen(true)}>
            {records.moreOwnFields(hidden.length)}
          </Button>
        </Group>
      )}
    </>
  );
}

/** The input of a field in the dialog of a new record. */
export function NewField(props: {
  field: Field;
  text: string;
  errors: Record<string, string>;
  account_uuid: string | null;
  isFirst: boolean;
  onType: (text: string) => void;
}) {
  const { field, errors, account_uuid } = props;
  const view = useView();
  const own = view.useChoices?.({ account_uuid } as RecordData)[field.name];
  const me = useMe();
  // Until an Account is chosen, it can only belong to oneself.
  const logins = useLogins().filter((login) =>
    account_uuid === null ? login.user.uuid === me : login.account_uuid === account_uuid,
  );
  const users = Object.fromEntries(logins.map(({ user }) => [user.uuid, user.name]));
  const choices = own ?? choicesOf(field, users);
  const at = pointerOf(field);
  const mine = Object.entries(errors).filter(([pointer]) => `${pointer}/`.startsWith(`${at}/`));
  return (
    <FieldInput
      isFirst={props.isFirst}
      kind={kindOf(field, choices)}
      id={field.name}
      label={field.label}
      text={props.text}
      message={mine[0]?.[1] ?? null}
      errors={Object.fromEntries(mine.map(([pointer, text]) => [pointer.slice(at.length + 1), text]))}
      isDisabled={false}
      isRequired={field.isRequired || view.required_fields.includes(field.name)}
      account_uuid={account_uuid}
      onType={props.onType}
      onChoose={props.onType}
    />
  );
}
