import type { FieldError } from '@rapport/contract/problems';
import type { Change } from '../../events/change.ts';
import type { AnyKind, CrmRecord, Writing } from '../kind.ts';
import { prepareRow } from '../prepare.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Validate } from '../validation.ts';
import { ROUNDS_MAX, withoutFaults } from './leave-out.ts';
import { faultsOfHalves, strayCurrencies } from './pairs.ts';
import { timesToCome } from './source-times.ts';

type Fields = Record<string, unknown>;

/** What all rows of a file have in common. */
export type Deciding = {
  kind: AnyKind;
  account_uuid: string;
  validate: Validate;
  around: Surroundings;
  writing: Writing;
  /** True: a value at fault refuses its row. False: it is left out, and said. */
  strict: boolean;
  /** True if a column of the file has amounts. */
  hasAmounts: boolean;
};

/** How a row is read, by whoever reads the file. */
export type RowReading<Loss> = {
  /** What the row gives, as it is checked: with what the record has, where it adds to that. */
  checked?: (given: Fields) => Fields;
  /** What is written: the checked fields, and others that no caller writes. */
  written?: (checked: Fields) => Fields;
  /** The faults in the words of the file. */
  said: (faults: FieldError[], given: Fields) => Loss[];
};

type Decided<Loss> =
  | { record: CrmRecord; change: Change | null; losses: Loss[]; given: Fields }
  /** Why nothing is written, behind the values that were left out before. */
  | { refused: Loss[]; losses: Loss[]; given: Fields };

/**
 * Decides what the fields of a row do, as the API decides a create or an update: by schema, change
 * and rules. A value at fault costs that value alone, unless the record cannot be without it.
 */
export function decideGiven<Loss>(
  wanted: Fields,
  before: CrmRecord | undefined,
  { kind, account_uuid, validate, around, writing, strict, hasAmounts }: Deciding,
  { checked = asItIs, written = asItIs, said }: RowReading<Loss>,
): Decided<Loss> {
  const { definition } = kind;
  const old = (before ?? null) as Fields | null;
  const losses: Loss[] = [];
  let given = wanted;
  for (let round = 0; ; round += 1) {
    const fields = checked(given);
    let faults = validate(fields);
    if (faults.length === 0) faults = timesToCome(definition, fields, writing.now);
    if (faults.length === 0 && old && hasAmounts) faults = strayCurrencies(definition, fields, old);
    if (faults.length === 0) {
      const whole = written(fields);
      const decision = prepareRow(kind, account_uuid, before ?? null, whole, writing, around);
      if (!('faults' in decision)) return { ...decision, losses, given };
      faults = decision.faults;
    }
    faults = [...faults, ...faultsOfHalves(definition, given, old, faults)];
    const told = said(faults, given);
    const rest = strict || round === ROUNDS_MAX ? null : withoutFaults(definition, given, faults);
    if (rest === null) return { refused: told, losses, given };
    losses.push(...told);
    given = rest;
  }
}

function asItIs(fields: Fields): Fields {
  return fields;
}
