import { Text, Title, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useAccounts } from '../../accounts/current-account.ts';
import type { RecordData } from '../../fields/data.ts';
import { ChoiceBadge } from '../../fields/drawn/choice-badge.tsx';
import { Person } from '../../fields/drawn/drawn.tsx';
import { valueLinks } from '../../fields/drawn/value-links.tsx';
import { EditableField } from '../../fields/editing/editable-field.tsx';
import { fieldPart } from '../../fields/record.ts';
import type { Field } from '../../fields/values/field.ts';
import { FIELD_TYPES, isEmpty, isMisfit, valueIn } from '../../fields/values/field-types.ts';
import { kindOf } from '../../fields/values/kind-of.ts';
import { useView } from '../../fields/view.ts';
import { FoldIcon } from '../../layout/icons.tsx';
import { COMMON_LABELS, records } from '../../texts/records.ts';
import { useFieldChoices } from './field-choices.ts';
import { foldedOf } from './folding.ts';
import { Notes } from './notes.tsx';

type Props = {
  record: RecordData;
  /** The fields that stand elsewhere on the page. */
  placed?: string[];
  /** The field that is open from the start. */
  edit?: string | undefined;
  mayWrite: boolean;
};

/**
 * The fields of a record that have no other place, each edited where it stands, and its
 * description. Empty ones are folded behind one line.
 */
export function Details({ record, placed = [], edit, mayWrite }: Props) {
  const { fields, hasHistory } = useView();
  // The User's choice to see all fields applies to all records.
  const [isUnfolded, unfold] = useLocalStorage({
    key: 'rapport-empty-fields',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const possible = fields.filter(
    ({ name, type, isFixed, isShown }) =>
      (hasHistory || !FIELD_TYPES[type].isSection) &&
      !isFixed &&
      !placed.includes(name) &&
      (isShown?.(record) ?? true),
  );
  const empty = possible.filter((field) => isBlank(field, valueIn(record, field))).map(({ name }) => name);
  // A field emptied after the page was opened keeps its place; one filled by others is shown.
  const [emptyAtFirst] = useState(empty);
  const folded = foldedOf(
    emptyAtFirst.filter((name) => empty.includes(name)),
    edit,
  );
  const shown = isUnfolded ? possible : possible.filter(({ name }) => !folded.includes(name));
  const isText = ({ type }: Field) => FIELD_TYPES[type].isSection === true;
  const groups = Map.groupBy(
    shown.filter((field) => !isText(field)),
    ({ group }) => group ?? '',
  );
  const drawn = { record, edit, mayWrite };
  return (
    <>
      <FieldGroup title={records.about} fields={groups.get('') ?? []} isUsual {...drawn}>
        {folded.length > 0 && (
          <UnstyledButton
            className="more-line"
            aria-expanded={isUnfolded}
            onClick={() => unfold(!isUnfolded)}
          >
            <FoldIcon />
            {isUnfolded ? records.fewerFields : records.moreFields(folded.length)}
          </UnstyledButton>
        )}
      </FieldGroup>
      {[...groups].map(
        ([title, fields]) =>
          title !== '' && <FieldGroup key={title} title={title} fields={fields} {...drawn} />,
      )}
      {shown.filter(isText).map((field) => (
        <LongText key={field.name} record={record} field={field} mayWrite={mayWrite} />
      ))}
    </>
  );
}

type GroupProps = Pick<Props, 'record' | 'edit' | 'mayWrite'> & {
  title: string;
  fields: Field[];
  /** The group of those without one: it also names the Account. */
  isUsual?: boolean;
  children?: ReactNode;
};

/** Fields under a heading. */
function FieldGroup({ title, fields, isUsual, record, edit, mayWrite, children }: GroupProps) {
  return (
    <section className="record-group" aria-label={title}>
      <div className="record-group-head">
        <Title order={2}>{title}</Title>
      </div>
      <dl className="fields">
        {fields.map((field) => (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd>
              <DetailField
                record={record}
                field={field}
                startsOpen={edit === field.name}
                isFixed={!mayWrite}
              />
            </dd>
          </div>
        ))}
        {isUsual && <AccountOf uuid={record.account_uuid} />}
      </dl>
      {children}
    </section>
  );
}

/** A text in Markdown under a heading of its own. */
export function LongText(props: { record: RecordData; field: Field; mayWrite: boolean }) {
  const { record, field, mayWrite } = props;
  return (
    <section className="record-group" aria-label={field.label}>
      <div className="record-group-head">
        <Title order={2}>{field.label}</Title>
      </div>
      <EditableField
        record={record}
        part={fieldPart(field)}
        kind={kindOf(field)}
        isFixed={!mayWrite}
        hasLinks
      >
        <Notes text={record[field.name] as string | null} />
      </EditableField>
    </section>
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

/** The value of a field, edited in its place. */
export function DetailField(props: {
  record: RecordData;
  field: Field;
  startsOpen?: boolean;
  isFixed: boolean;
}) {
  const { record, field, startsOpen = false, isFixed } = props;
  const choices = useFieldChoices(record)(field);
  const links = valueLinks(record, field);
  const value = valueIn(record, field);
  return (
    <EditableField
      record={record}
      part={fieldPart(field)}
      kind={kindOf(field, choices)}
      startsOpen={startsOpen}
      isFixed={isFixed}
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
