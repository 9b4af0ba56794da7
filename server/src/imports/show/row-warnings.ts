import type { CellLoss, ImportWarning, MatchKey } from '@rapport/contract/imports';
import type { MatchWay } from '@rapport/contract/records/record-field';
import { cutTo } from '../../platform/cells/cut.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { mostSimilarTo } from '../../records/duplicates/similar.ts';
import { hasRecordsBefore } from '../../records/import/look-up.ts';
import type { AnyKind, RecordsCore } from '../../records/kind.ts';
import type { ImportRecord } from '../queries.ts';
import * as queries from '../queries.ts';
import { CHUNK_ROWS } from '../read/take-files.ts';
import { kindOf, lookAtRows } from '../run/chunk.ts';
import type { DecidedRow } from '../run/decide-row.ts';
import { orderedFiles, rowsIn } from '../run/outcomes.ts';
import { accountSetting, fileSetting } from '../run/settings.ts';
import { titleOf } from '../run/title.ts';
import { lookAtAll } from './all-rows.ts';
import { bringsAllOf, withoutBrought } from './brought.ts';
import { changedSince, changedWarning } from './changed-since.ts';
import { countryWarning, nationalNumbers } from './national-numbers.ts';
import { recordsOf, renamedWarning, renamesIn, sharedEmails, sharedWarning } from './renames.ts';

/** So many portions of a file are looked at, of some hundred rows each: it takes no second. */
const CHUNKS_MAX = 2;
const SHOWN = 3;

const ANY_TIME = new Date('9999-12-31');

const SHARED: Record<MatchWay, string> = {
  emails: 'e-mail address',
  phones: 'phone number',
  domain: 'domain',
  name: 'name and postal code',
};

/** What a row and a record share by a hint that nobody else looks for. */
const HINTS: Partial<Record<MatchKey, string>> = {
  name_city: 'name and town',
  title: 'title',
  domain: 'domain',
  phone: 'phone number',
  email: 'e-mail address',
};

/**
 * What only the rows of each file say. Of all: which rename a record or take an address of another,
 * and how many are refused for want of a name. Of the first ones: how many look like a record that
 * is there, and would make a new one all the same, because a hint is no proof; how many overwrite
 * what people have changed; and which phone numbers need the country that the Account does not
 * have.
 */
export async function rowWarnings(
  core: RecordsCore,
  tx: Transaction,
  row: Pick<ImportRecord, 'uuid' | 'account_uuid' | 'files' | 'plan' | 'started_at'>,
): Promise<{ warnings: ImportWarning[]; counts: Map<number, RefusedCounts> }> {
  const account = await accountSetting(tx, row.account_uuid);
  const warnings: ImportWarning[] = [];
  const counts = new Map<number, RefusedCounts>();
  const national: string[] = [];
  let isMore = false;
  for (const place of orderedFiles(row)) {
    const setting = fileSetting(row, place, account, bringsAllOf(row.plan))!;
    const kind = kindOf(core, setting.kind);
    const { definition } = kind;
    const { earlier, rows } = row.files[place]!;
    const all = await lookAtAll(core, tx, row.uuid, place, rows, setting);
    const isOverwriting = earlier !== null && row.plan.on_match === 'update';
    const mayBeSame = definition.match_by !== undefined || setting.file.match_by.length > 1;
    const told: Told = {
      ...{ looked: 0, last: 0, refused: [], lost: [] },
      ...{ same: [], renamed: [], shared: [], changed: [] },
    };
    for (let position = 0; position < CHUNKS_MAX; position += 1) {
      const chunk = await queries.findChunk(tx, row.uuid, place, position);
      if (!chunk) break;
      const own = rowsIn(chunk.rows);
      told.looked += chunk.row_count;
      told.last = own.at(-1)?.line ?? 0;
      const decided = await lookAtRows(core, tx, setting, own);
      told.refused.push(...refusalsIn(await withoutBrought(tx, row, place, decided)));
      told.lost.push(...lossesIn(decided));
      if (isOverwriting) told.changed.push(...changedSince(decided, earlier, definition));
      if (mayBeSame) await addSame({ ...core, db: tx }, kind, row.account_uuid, decided, told);
      if (definition.match_by && account.country === null) national.push(...nationalNumbers(decided));
    }
    const below = all.renaming.filter(({ line }) => line > told.last);
    for (let from = 0; from < below.length; from += CHUNK_ROWS) {
      const decided = await lookAtRows(core, tx, setting, below.slice(from, from + CHUNK_ROWS));
      await addRenames({ ...core, db: tx }, kind, row.account_uuid, decided, told);
    }
    const seen = told.looked < rows ? told.looked : null;
    isMore ||= seen !== null;
    const { refused: nameless } = all;
    counts.set(place, { nameless, refused: Math.max(nameless, told.refused.length) });
    if (told.refused.length > nameless) warnings.push(refusedWarning(told.refused, place, seen));
    warnings.push(...lostWarnings(told.lost, place, seen));
    if (told.renamed.length > 0) warnings.push(renamedWarning(told.renamed, place));
    if (told.shared.length > 0) warnings.push(sharedWarning(told.shared, place));
    if (told.changed.length > 0) warnings.push(changedWarning(told.changed, place, seen));
    const isCut =
      definition.match_by && seen !== null && (await hasRecordsBefore(tx, kind, row.account_uuid, ANY_TIME));
    if (told.same.length > 0 || isCut) {
      const detail = detailOf(told.same, told.looked, rows);
      warnings.push({ code: 'likely_same', file: place, detail, is_blocking: false });
    }
  }
  if (national.length > 0) warnings.push(countryWarning(national, isMore));
  return { warnings, counts };
}

/** How many rows of a file have no name, and how many at least will be refused. */
type RefusedCounts = { nameless: number; refused: number };

/** What is to be said of the rows of a file, each as a part of a sentence. */
type Told = {
  looked: number;
  last: number;
  /** Why rows are refused. */
  refused: string[];
  /** Cells that come not, or not whole. */
  lost: CellLoss[];
  same: string[];
  renamed: string[];
  shared: string[];
  changed: string[];
};

/** Adds the rows that look like other records, and those that take a name or address from one. */
async function addSame(
  core: RecordsCore,
  kind: AnyKind,
  account_uuid: string,
  decided: DecidedRow[],
  told: Told,
): Promise<void> {
  const { name, named_by, match_by } = kind.definition;
  const made = decided.filter(({ outcome }) => outcome === 'created');
  const similar = match_by ? await mostSimilarTo(core, kind, account_uuid, recordsOf(made)) : [];
  if (match_by) await addRenames(core, kind, account_uuid, decided, told);
  for (const [index, one] of made.entries()) {
    const other = similar[index] ?? null;
    const { line, likely } = one;
    if (other === null && likely === undefined) continue;
    const what = other ? SHARED[other.because[0]!] : HINTS[likely!.key];
    const who = other && other.resource !== name ? `the ${other.resource} ` : '';
    const title = titleOf(one, named_by) ?? '';
    told.same.push(`"${title}" in line ${line} has the ${what} of ${who}"${other?.name ?? likely!.name}"`);
  }
}

async function addRenames(
  core: RecordsCore,
  kind: AnyKind,
  account_uuid: string,
  decided: DecidedRow[],
  told: Told,
): Promise<void> {
  told.renamed.push(...renamesIn(decided, kind.definition));
  told.shared.push(...(await sharedEmails(core, kind, account_uuid, decided)));
}

/**
 * Why rows are refused, but for those that have more cells than the header, which are told alone.
 */
function refusalsIn(decided: DecidedRow[]): string[] {
  return decided.flatMap(({ outcome, losses, draft }) =>
    outcome === 'refused' && draft.fault === null ? (losses.at(-1)?.detail ?? '') : [],
  );
}

/** What is lost of rows that come. Words without a meaning and names of no User are told alone. */
function lossesIn(decided: DecidedRow[]): CellLoss[] {
  return decided.flatMap(({ outcome, losses }) =>
    outcome === 'refused' || outcome === 'skipped'
      ? []
      : losses.filter(({ column, detail }) => column !== null && !/^No User|" is none of /.test(detail)),
  );
}

/** Which columns have cells that are left out or cut, those with most of them first. */
function lostWarnings(lost: CellLoss[], file: number, seen: number | null): ImportWarning[] {
  const groups = [...Map.groupBy(lost, (loss) => `${whyLost(loss)} ${loss.column}`).values()];
  const most = groups.toSorted((a, b) => b.length - a.length).slice(0, LOST_SHOWN);
  return most.map((own) => {
    const [first] = own;
    const [is, cells] = own.length === 1 ? (['is', 'cell'] as const) : (['are', 'cells'] as const);
    const why = {
      cut: `${is} longer than the field and cut`,
      other: OTHERWISE[is],
      unread: `cannot be read and ${is} left out`,
    }[whyLost(first!)];
    const among = seen === null ? '' : `Of the first ${seen.toLocaleString('en')} rows, `;
    const count = own.length.toLocaleString('en');
    const sample = cutTo(first!.cell ?? '', SAMPLE_LENGTH);
    const detail = `${among}${count} ${cells} of "${first!.column}" ${why}, such as "${sample}".`;
    return { code: 'cells_lost', file, detail, is_blocking: false };
  });
}

function whyLost({ detail }: CellLoss): 'cut' | 'other' | 'unread' {
  if (detail.startsWith('The text is cut after')) return 'cut';
  return detail.startsWith('A row before says') ? 'other' : 'unread';
}

const OTHERWISE = {
  is: 'says something else than an earlier row of the same record and is left out',
  are: 'say something else than an earlier row of the same record and are left out',
};

const LOST_SHOWN = 5;
const SAMPLE_LENGTH = 60;

function refusedWarning(refused: string[], file: number, seen: number | null): ImportWarning {
  const counts = [...Map.groupBy(refused, (detail) => detail)].map(([detail, own]) => [own.length, detail]);
  const reasons = counts.toSorted(([a], [b]) => Number(b) - Number(a)).slice(0, SHOWN);
  const rows = refused.length === 1 ? '1 row' : `${refused.length.toLocaleString('en')} rows`;
  const which = seen === null ? rows : `Of the first ${seen.toLocaleString('en')} rows, ${refused.length}`;
  const why = reasons.map(([count, detail]) => `${detail} (${count})`).join(' ');
  return { code: 'rows_refused', file, detail: `${which} will be refused: ${why}`, is_blocking: false };
}

function detailOf(same: string[], looked: number, all: number): string {
  const [count, examples] = [same.length, same.slice(0, SHOWN)];
  const [rows, seen] = [count.toLocaleString('en'), looked.toLocaleString('en')];
  const afterwards = 'The rows behind them are not looked at: Duplicates shows them after the import.';
  if (count === 0) return `Of the first ${seen} rows, none looks like another record. ${afterwards}`;
  const who =
    looked < all
      ? `Of the first ${seen} rows, ${rows} look like records that are there, but make`
      : count === 1
        ? '1 row looks like a record that is there, but makes'
        : `${rows} rows look like records that are there, but make`;
  const more = count > examples.length ? `, and ${(count - examples.length).toLocaleString('en')} more` : '';
  const what = count === 1 ? 'a new one' : 'new ones';
  const advice = 'Say that what they share makes them the same, or merge them afterwards.';
  return `${who} ${what}: ${examples.join(', ')}${more}. ${advice}${looked < all ? ` ${afterwards}` : ''}`;
}
