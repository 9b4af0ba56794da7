import type { ImportPlan, ImportWarning, PlannedFile } from '@rapport/contract/imports';
import type { KeptFile } from '../read/kept-file.ts';
import { PRESETS } from '../read/presets/all.ts';
import { list, SHOWN } from './say-list.ts';

/** Why a file is left out: of one file, and behind the number of several. */
type Reason = { code: ImportWarning['code']; one: string; many: string };

/** Why a file is left out that nobody has to decide about; null for every other one. */
export function leftOutOf(file: KeptFile, { resource }: PlannedFile): Reason | null {
  const { unread, fault, count, format, preset, kind, rows, people } = file;
  if (count !== undefined) {
    const files = count.toLocaleString('en');
    const one = `${files} files in it are no lists by their names, so they are left out.`;
    return { code: 'kind_unknown', one, many: 'zip files hold files that are no lists' };
  }
  if (fault !== undefined) {
    const one = `The file is left out: ${fault}`;
    return { code: 'file_unread', one, many: 'files cannot be read, so they are left out' };
  }
  if (unread !== undefined && format === 'other') {
    const one = `The file is ${unread}, which has no rows to read, so it is left out.`;
    return { code: 'kind_unknown', one, many: 'files have no rows to read, so they are left out' };
  }
  if (unread !== undefined) {
    const one = 'The file has no rows beside its header, so it is left out.';
    return { code: 'no_rows', one, many: 'files have no rows beside their header, so they are left out' };
  }
  if (resource !== null || kind !== null || preset === null || rows === 0 || people) return null;
  const { title } = PRESETS.find(({ key }) => key === preset)!;
  const why = `these records of ${title} have no kind here.`;
  return {
    code: 'kind_unknown',
    one: `The file is left out: ${why} Say what its rows are to take them all the same.`,
    many: `files are left out: ${why} Say what the rows of one are to take them all the same`,
  };
}

/** Names the files that are left out, many of one reason together. */
export function leftOutWarnings(files: KeptFile[], plan: ImportPlan): ImportWarning[] {
  const left = files.flatMap((file, place) => {
    const reason = leftOutOf(file, plan.files[place]!);
    return reason === null ? [] : [{ ...reason, place, name: file.name }];
  });
  return [...Map.groupBy(left, ({ many }) => many)].flatMap(([many, own]): ImportWarning[] => {
    const { code } = own[0]!;
    if (own.length <= SHOWN)
      return own.map(({ one, place }) => ({ code, file: place, detail: one, is_blocking: false }));
    const detail = `${own.length} ${many}: ${list(own.map(({ name }) => name))}.`;
    return [{ code, file: null, detail, is_blocking: false }];
  });
}
