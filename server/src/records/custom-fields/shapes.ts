import { decimalsOf } from '@rapport/contract/currencies';
import type { FieldErrorCode } from '@rapport/contract/problems';
import type { FieldType, RecordField } from '@rapport/contract/records/record-field';
import { isUuid } from '../../platform/ids.ts';
import { isNumber } from '../../platform/lists/values.ts';
import { isDateTime, isDay } from '../../platform/time/times.ts';
import { webAddressFault, withScheme } from '../web-address.ts';

type Fault = { code: FieldErrorCode; detail: string };
type Shape = (value: unknown, field: RecordField) => Fault | null;

/**
 * What is wrong with the JSON of a declared value; null when it is of the field's type. It stands
 * for the schema, which the fields of a kind have and compiled fields of each Account would be.
 */
export function shapeFault(value: unknown, field: RecordField): Fault | null {
  return SHAPES[field.type]!(value, field);
}

const SHAPES: Partial<Record<FieldType, Shape>> = {
  text: textFault,
  number: (value) => {
    if (typeof value !== 'number') return wrong('wrong_type', 'must be a number such as 12.5.');
    if (isNumber(String(value))) return null;
    return wrong(
      'wrong_format',
      'must have at most 15 digits before the point and 6 after it, such as 12.5.',
    );
  },
  money: moneyFault,
  date: (value) =>
    typeof value === 'string' && isDay(value)
      ? null
      : wrong('wrong_format', 'must be a day such as 2026-12-01.'),
  time: (value) =>
    typeof value === 'string' && isDateTime(value)
      ? null
      : wrong('wrong_format', 'must be a time with its offset, such as 2026-12-01T09:00:00+01:00.'),
  choice: (value, field) =>
    typeof value === 'string' && field.choices!.includes(value) ? null : none(field),
  choices: (value, field) => {
    if (!Array.isArray(value)) return wrong('wrong_type', 'must be a list of options, such as ["a", "b"].');
    if (!value.every((one) => typeof one === 'string' && field.choices!.includes(one))) return none(field);
    return null;
  },
  boolean: (value) => (typeof value === 'boolean' ? null : wrong('wrong_type', 'must be true or false.')),
  uuid: (value) =>
    typeof value === 'string' && isUuid(value)
      ? null
      : wrong('wrong_format', 'must be the uuid of a User of the Account.'),
};

function textFault(value: unknown, { schema, format }: RecordField): Fault | null {
  if (typeof value !== 'string') return wrong('wrong_type', 'must be a text.');
  const { anyOf = [] } = schema as { anyOf?: { maxLength?: number }[] };
  const max = anyOf[0]?.maxLength ?? 0;
  if (value.length > max) return wrong('too_long', `must have at most ${max} characters.`);
  return format === 'url' ? webAddressFault(withScheme(value.trim())) : null;
}

/**
 * Any three letters are a currency here: earlier releases took them. `newCurrencyFaults` asks more.
 */
function moneyFault(value: unknown): Fault | null {
  const isPair = typeof value === 'object' && value !== null && !Array.isArray(value);
  const { amount, currency, ...others } = (isPair ? value : {}) as Record<string, unknown>;
  const isSound =
    Object.keys(others).length === 0 &&
    (typeof amount === 'string' || typeof amount === 'number') &&
    /^[A-Z]{3}$/.test(String(currency)) &&
    (/^-?\d{1,13}(?:\.(\d+?)0*)?$/.exec(String(amount))?.[1]?.length ?? 0) <= decimalsOf(currency) &&
    /^-?\d{1,13}(\.\d+)?$/.test(String(amount));
  const detail = 'must be an amount with its currency, such as {"amount": "1200.00", "currency": "EUR"}.';
  return isSound ? null : wrong(isPair ? 'wrong_format' : 'wrong_type', detail);
}

function none({ choices = [] }: RecordField): Fault {
  const named = choices.slice(0, 20).map((choice) => `"${choice}"`);
  const shown = named.join(', ') + (choices.length > 20 ? ' …' : '');
  return wrong('not_in_list', `must be one of ${shown}.`);
}

function wrong(code: FieldErrorCode, detail: string): Fault {
  return { code, detail };
}
