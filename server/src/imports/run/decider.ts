import { fold } from '@rapport/contract/fold';
import type { Candidate } from '../../records/import/look-up.ts';
import type { CrmRecord } from '../../records/kind.ts';
import type { ImportedKind } from '../read/presets/preset.ts';
import { agreementOf } from './agreement.ts';
import type { Completed } from './complete.ts';
import { decideMatch } from './decide-match.ts';
import { type DecidedRow, type DecideSetting, decideRow } from './decide-row.ts';
import type { RowLinks } from './links.ts';
import { type Match, nameIn } from './matching.ts';

/** Records of rows without an id are found again by their e-mail address. */
const FOUND_BY_EMAIL: ImportedKind[] = ['client', 'contact'];

/**
 * Decides the rows of a chunk one after the other, each once: a row may be about the record of a
 * row before it.
 */
export class RowDecider {
  readonly #matches: Map<Completed, Match>;
  readonly #linksOf: (row: Completed) => RowLinks;
  readonly #setting: DecideSetting;
  /** The records of rows before, by their uuids and ids, as these have left them. */
  readonly #latest = new Map<string, CrmRecord>();
  /** Those that are new, by their e-mail addresses. */
  readonly #made = new Map<string, CrmRecord[]>();

  constructor(matches: Map<Completed, Match>, linksOf: (row: Completed) => RowLinks, setting: DecideSetting) {
    this.#matches = matches;
    this.#linksOf = linksOf;
    this.#setting = setting;
  }

  decide(row: Completed): DecidedRow {
    const decided = this.#decideAmong(row, this.#linksOf(row));
    if (decided.record) this.#note(decided.record, decided.before === null);
    return decided;
  }

  #decideAmong(row: Completed, links: RowLinks): DecidedRow {
    const id = row.given.external_id as string | undefined;
    const byId = id === undefined ? undefined : this.#latest.get(id);
    const match = byId ? undefined : this.#matches.get(row);
    const records = match?.records.flatMap((found) => this.#latestOf(row, found) ?? []) ?? [];
    if (match?.isProof && records.length > 0)
      return decideMatch(row, { ...match, records }, links, this.#setting);
    const same = byId ?? this.#madeFor(row);
    if (same || !match) return decideRow(row, same, links, this.#setting);
    return decideMatch(row, { ...match, records }, links, this.#setting);
  }

  /**
   * The found record as the rows before have left it. One that has got the id of another row
   * meanwhile is that one, as it would be for a later chunk.
   */
  #latestOf({ given, extras }: Completed, found: CrmRecord): CrmRecord | undefined {
    const now = this.#latest.get(found.uuid) ?? found;
    const isOfAnother =
      found.external_id === null &&
      now.external_id !== null &&
      given.external_id !== undefined &&
      extras.uuid?.toLowerCase() !== found.uuid;
    return isOfAnother ? undefined : now;
  }

  /** The record that a row before has made, if this one has its e-mail address and name. */
  #madeFor({ given }: Completed): CrmRecord | undefined {
    const { kind, match_by } = this.#setting;
    const { name, named_by } = kind.definition;
    if (given.external_id !== undefined || !match_by.includes('email')) return undefined;
    const own = nameIn(given);
    const emails = (given.emails ?? []) as { value: string }[];
    const made = new Set(emails.flatMap(({ value }) => this.#made.get(fold(value)) ?? []));
    const same = [...made].filter((record) => {
      const title = String(record[named_by as keyof CrmRecord] ?? '');
      const candidate = { name: title, related: [] as string[] } as Candidate;
      const pair = { name: own, first_name: String(given.first_name ?? own), candidate, client: undefined };
      return agreementOf(name as ImportedKind, 'email', pair) === 'proof';
    });
    return same.length === 1 ? this.#latest.get(same[0]!.uuid) : undefined;
  }

  #note(record: CrmRecord, isNew: boolean): void {
    this.#setting.changed.add(record.uuid);
    this.#latest.set(record.uuid, record);
    if (record.external_id) this.#latest.set(record.external_id, record);
    const { name } = this.#setting.kind.definition;
    if (!isNew || !FOUND_BY_EMAIL.includes(name as ImportedKind)) return;
    const { emails = [] } = record as unknown as { emails?: { value: string }[] };
    for (const { value } of emails) {
      const key = fold(value);
      this.#made.set(key, [...(this.#made.get(key) ?? []), record]);
    }
  }
}
