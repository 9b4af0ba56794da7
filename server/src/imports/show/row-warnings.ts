import type { ImportWarning } from '@rapport/contract/imports';
import type { MatchWay } from '@rapport/contract/records/record-field';
import type { Transaction } from '../../platform/database/database.ts';
import { mostSimilarTo } from '../../records/duplicates/similar.ts';
import { hasRecordsBefore } from '../../records/import/look-up.ts';
import type { RecordsCore } from '../../records/kind.ts';
import type { ImportRecord } from '../queries.ts';
import * as queries from '../queries.ts';
import { kindOf, lookAtRows } from '../run/chunk.ts';
import { orderedFiles, rowsIn } from '../run/outcomes.ts';
import { accountSetting, fileSetting } from '../run/settings.ts';
import { titleOf } from '../run/title.ts';
import { bringsAllOf } from './brought.ts';
import { changedSince, changedWarning } from './changed-since.ts';
import { countryWarning, nationalNumbers } from './national-numbers.ts';

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

/**
 * What only the rows of each file say: how many look like a record that is there, and would make a
 * new one all the same, because the keys of the plan do not find it; how many overwrite what people
 * have changed; and which phone numbers need the country that the Account does not have.
 */
export async function rowWarnings(
  core: RecordsCore,
  tx: Transaction,
  row: Pick<ImportRecord, 'uuid' | 'account_uuid' | 'files' | 'plan' | 'started_at'>,
): Promise<ImportWarning[]> {
  const account = await accountSetting(tx, row.account_uuid);
  const warnings: ImportWarning[] = [];
  const national: string[] = [];
  let isMore = false;
  for (const place of orderedFiles(row)) {
    const setting = fileSetting(row, place, account, bringsAllOf(row.plan))!;
    const kind = kindOf(core, setting.kind);
    const { match_by } = kind.definition;
    const { earlier, rows } = row.files[place]!;
    const isOverwriting = earlier !== null && row.plan.on_match === 'update';
    if (!match_by && !isOverwriting) continue;
    let [looked, count] = [0, 0];
    const examples: string[] = [];
    const changed: string[] = [];
    for (let position = 0; position < CHUNKS_MAX; position += 1) {
      const chunk = await queries.findChunk(tx, row.uuid, place, position);
      if (!chunk) break;
      looked += chunk.row_count;
      const decided = await lookAtRows(core, tx, setting, rowsIn(chunk.rows));
      if (isOverwriting) changed.push(...changedSince(decided, earlier, kind.definition));
      if (!match_by) continue;
      if (account.country === null) national.push(...nationalNumbers(decided));
      const made = decided.filter(({ outcome }) => outcome === 'created');
      const similar = await mostSimilarTo(
        { ...core, db: tx },
        kind,
        row.account_uuid,
        made.map(({ record }) => record!),
      );
      for (const [index, one] of similar.entries()) {
        if (one === null) continue;
        count += 1;
        if (examples.length >= SHOWN) continue;
        const title = titleOf(made[index]!, kind.definition.named_by) ?? '';
        const other = one.resource === setting.kind ? `"${one.name}"` : `the ${one.resource} "${one.name}"`;
        examples.push(
          `"${title}" in line ${made[index]!.line} has the ${SHARED[one.because[0]!]} of ${other}`,
        );
      }
    }
    if (changed.length > 0) warnings.push(changedWarning(changed, place, looked < rows ? looked : null));
    isMore ||= looked < rows;
    const isCut = match_by && looked < rows && (await hasRecordsBefore(tx, kind, row.account_uuid, ANY_TIME));
    if (count > 0 || isCut) {
      const detail = detailOf(count, looked, rows, examples);
      warnings.push({ code: 'likely_same', file: place, detail, is_blocking: false });
    }
  }
  if (national.length > 0) warnings.push(countryWarning(national, isMore));
  return warnings;
}

function detailOf(count: number, looked: number, all: number, examples: string[]): string {
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
  const advice = 'Say by what a row is the same record, or merge them afterwards.';
  return `${who} ${what}: ${examples.join(', ')}${more}. ${advice}${looked < all ? ` ${afterwards}` : ''}`;
}
