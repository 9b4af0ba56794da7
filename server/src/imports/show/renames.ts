import { fold } from '@rapport/contract/fold';
import type { ImportWarning } from '@rapport/contract/imports';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { similarTo } from '../../records/duplicates/similar.ts';
import type { AnyKind, CrmRecord, RecordsCore } from '../../records/kind.ts';
import type { DecidedRow } from '../run/decide-row.ts';

const SHOWN = 3;

/** The rows that give a record another name, each as a sentence about both names. */
export function renamesIn(decided: DecidedRow[], definition: RecordDefinition): string[] {
  return decided.flatMap(({ line, outcome, before, record }) => {
    if (outcome !== 'updated') return [];
    const [from, to] = [before!, record!].map((one) => nameOf(one, definition));
    return fold(from!) === fold(to!) ? [] : [`"${from}" becomes "${to}" (line ${line})`];
  });
}

/** The rows that give a record an e-mail address which another record has. */
export async function sharedEmails(
  core: RecordsCore,
  kind: AnyKind,
  account_uuid: string,
  decided: DecidedRow[],
): Promise<string[]> {
  const rows = decided.filter(({ outcome, change }) => outcome === 'updated' && change!.previous?.emails);
  const similar = await similarTo(core, kind, account_uuid, recordsOf(rows));
  return rows.flatMap(({ line, record }, index) => {
    const other = similar[index]!.find(
      ({ uuid, because }) => uuid !== record!.uuid && because.includes('emails'),
    );
    return other ? [`"${nameOf(record!, kind.definition)}" (line ${line}) gets one of "${other.name}"`] : [];
  });
}

export function recordsOf(rows: DecidedRow[]): CrmRecord[] {
  return rows.map(({ record }) => record!);
}

export function renamedWarning(renamed: string[], file: number): ImportWarning {
  const detail = `${countOf(renamed)} another name to a record that is there: ${list(renamed)}.`;
  return { code: 'renamed', file, detail, is_blocking: false };
}

export function sharedWarning(shared: string[], file: number): ImportWarning {
  const detail = `${countOf(shared)} a record an e-mail address that another one has: ${list(shared)}.`;
  return { code: 'email_shared', file, detail, is_blocking: false };
}

function countOf(told: string[]): string {
  return told.length === 1 ? '1 row gives' : `${told.length.toLocaleString('en')} rows give`;
}

function list(told: string[]): string {
  const more = told.length - SHOWN;
  return told.slice(0, SHOWN).join(', ') + (more > 0 ? `, and ${more.toLocaleString('en')} more` : '');
}

function nameOf(record: CrmRecord, { named_by }: RecordDefinition): string {
  return String(record[named_by as keyof CrmRecord] ?? '');
}
