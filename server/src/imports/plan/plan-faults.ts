import { isCurrency } from '@rapport/contract/currencies';
import type { ImportPlan, PlannedFile } from '@rapport/contract/imports';
import type { FieldError } from '@rapport/contract/problems';
import { isUuid } from '../../platform/ids.ts';
import type { KeptFile } from '../read/kept-file.ts';
import type { ImportedKind } from '../read/presets/preset.ts';
import { TARGETS } from '../read/targets.ts';
import { isForProposal, type PlanSetting } from './plan.ts';

/** Faults of a plan that a caller sends, beyond its schema. */
export function planFaults(
  files: KeptFile[],
  before: ImportPlan,
  plan: ImportPlan,
  setting: PlanSetting,
): FieldError[] {
  if (plan.files.length !== files.length) {
    const detail = `/plan/files must have one entry for each of the ${files.length} files.`;
    return [{ pointer: '/plan/files', code: 'wrong_value', detail }];
  }
  return [
    ...plan.files.flatMap((planned, index) =>
      fileFaults(planned, before.files[index]!, files[index]!, `/plan/files/${index}`),
    ),
    ...valueFaults(plan, setting),
  ];
}

function fileFaults(
  planned: PlannedFile,
  before: PlannedFile,
  file: KeptFile,
  pointer: string,
): FieldError[] {
  const names = file.columns.map(({ name }) => name);
  const sent = planned.columns.map(({ column }) => column);
  if (sent.length !== names.length || sent.some((name, index) => name !== names[index])) {
    const detail = `${pointer}/columns must name the ${names.length} columns of the file, in their order.`;
    return [{ pointer: `${pointer}/columns`, code: 'wrong_value', detail }];
  }
  const kind = planned.resource as ImportedKind | null;
  if (kind === null || isForProposal(planned, before)) return [];
  const targets = planned.columns.flatMap(({ to, also = null }, index) => [
    { to, own: `${pointer}/columns/${index}/to` },
    { to: also, own: `${pointer}/columns/${index}/also` },
  ]);
  return targets.flatMap(({ to, own }): FieldError[] => {
    if (to === null || TARGETS[kind].has(to)) return [];
    const detail = `${own} is "${to}", which a ${kind} does not have. Take one of ${[...TARGETS[kind].keys()].join(', ')}, or null.`;
    return [{ pointer: own, code: 'not_in_list', detail }];
  });
}

function valueFaults({ values, owner_uuid }: ImportPlan, { users, stages }: PlanSetting): FieldError[] {
  const people = new Set(users.map(({ uuid }) => uuid));
  const known = new Set(stages.map(({ uuid }) => uuid));
  const faults: FieldError[] = [];
  const refuse = (pointer: string, what: string) =>
    faults.push({ pointer, code: 'not_found', detail: `${pointer} must be ${what}.` });
  if (owner_uuid !== null && !people.has(owner_uuid.toLowerCase())) {
    refuse('/plan/owner_uuid', 'a User of the Account');
  }
  for (const [word, value] of Object.entries(values.user ?? {})) {
    if (value !== null && !people.has(value))
      refuse(`/plan/values/user/${word}`, 'a User of the Account, or null');
  }
  for (const [word, value] of Object.entries(values.stage ?? {})) {
    const isKnown =
      value === null || ['create', 'won', 'lost'].includes(value) || (isUuid(value) && known.has(value));
    if (!isKnown) refuse(`/plan/values/stage/${word}`, 'a stage of the Account, create, won, lost or null');
  }
  for (const [sign, value] of Object.entries(values.currency ?? {})) {
    if (value !== null && !isCurrency(value))
      refuse(`/plan/values/currency/${sign}`, 'the code of a currency such as EUR, or null');
  }
  return faults;
}
