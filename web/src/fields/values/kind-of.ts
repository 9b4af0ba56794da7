import type { Choices } from '../../layout/standards.ts';
import type { RecordData } from '../data.ts';
import { undeclaredKind } from './custom.ts';
import type { Field, FieldType } from './field.ts';
import * as kinds from './field-kinds.ts';
import { choicesOf, FIELD_TYPES, isMisfit, valueIn } from './field-types.ts';
import { sayJson } from './say.ts';

type FieldKind = kinds.FieldKind;

/**
 * How the values of each type become text, which input they have, and how text becomes a value. It
 * is apart from `field-types.ts`, because a list is shown before anybody edits it.
 */
const KINDS: Record<FieldType, (field: Field) => FieldKind> = {
  text: kinds.line,
  url: kinds.line,
  markdown: () => kinds.notes,
  choice: (field) => (field.custom_key === undefined ? kinds.choice : kinds.ownChoice(field)),
  language: () => kinds.standard,
  currency: () => kinds.standard,
  boolean: () => kinds.boolean,
  number: () => kinds.number,
  decimal: kinds.decimal,
  date: kinds.day,
  time: () => kinds.time,
  tags: () => kinds.tags,
  emails: () => kinds.points,
  phones: () => kinds.points,
  addresses: () => kinds.addresses,
  user: () => kinds.member,
  named: () => kinds.choice,
  reference: () => kinds.reference,
  links: () => kinds.links,
  long_text: () => kinds.longText,
  measure: () => kinds.measure,
  money: () => kinds.money,
  moment: () => kinds.moment,
  choices: kinds.severalChoices,
  page: () => kinds.page,
  answer: () => kinds.answer,
  undeclared: () => undeclaredKind('', undefined),
};

/** Returns the kind of a field. `choices` are its values, if those come from the page. */
export function kindOf(field: Field, choices: Choices | undefined = choicesOf(field)): FieldKind {
  const { hint, custom_key } = field;
  const kind = { ...KINDS[field.type](field), field, ...(choices && { choices }) };
  if (custom_key === undefined) return kind;
  const asItIs = (say: FieldKind['toText']) => (value: never) =>
    isMisfit(field, value) ? sayJson(value) : say(value);
  return {
    ...kind,
    toText: asItIs(kind.toText),
    ...(kind.toShow && { toShow: asItIs(kind.toShow) }),
    ...(hint && { hint }),
  };
}

/** Returns the kind of a field in this record. That of an undeclared key depends on its value. */
export function kindIn(record: RecordData, field: Field, choices?: Choices): FieldKind {
  if (!FIELD_TYPES[field.type].isUndeclared) return kindOf(field, choices);
  return undeclaredKind(field.custom_key!, valueIn(record, field) ?? undefined);
}
