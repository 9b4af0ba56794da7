import type { Import, ImportRow, ImportSummary } from '@rapport/client/resources';
import { ROW_OUTCOMES } from '@rapport/contract/imports';
import { columns } from '../words.ts';

/** Stands for the uuid of an import in examples. */
export const UUID = '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64';

/** Returns `980 created, 12 updated`. */
export function sayCounts({ counts }: Pick<ImportSummary, 'counts'>): string {
  const said = ROW_OUTCOMES.filter((outcome) => counts[outcome] > 0);
  return said.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ') || 'none';
}

/** An import for a person: of a draft what would happen, then what became of its rows. */
export function tellImport(one: Import): string {
  return one.state === 'draft' ? tellDraft(one) : tellOutcome(one);
}

/** The options that answer what an import asks. */
const ANSWERS: Record<string, string> = {
  decimal_needed: ' --decimal .',
  currency_needed: " --currency '$=USD'",
};

function tellDraft(draft: Import): string {
  const { uuid, plan, files, warnings, preview, preset } = draft;
  // A set may have a hundred lists without rows. The warnings name them.
  const table = files.flatMap(({ name, rows }, place) => {
    const { resource } = plan.files[place]!;
    return rows === 0 && resource === null ? [] : [[name, String(rows), resource ?? '(left out)']];
  });
  const blocking = warnings.filter(({ is_blocking }) => is_blocking);
  const others = warnings.filter(({ is_blocking }) => !is_blocking);
  const answers = blocking.map(({ code }) => ANSWERS[code] ?? ' --day-order dmy');
  const next =
    blocking.length > 0
      ? `  npx rapport imports update ${uuid}${[...new Set(answers)].join('')}`
      : `  npx rapport imports start ${uuid}`;
  return [
    `${uuid} is a draft: nothing is imported yet.${preset ? ` The files are of ${preset}.` : ''}`,
    columns([['FILE', 'ROWS', 'BECOME'], ...table]),
    ...section('Before it can start:', warningLines(draft, blocking)),
    ...section('Good to know:', warningLines(draft, others)),
    ...section('The first rows would be:', rowLines(preview, files)),
    `Next:\n${next}`,
  ].join('\n\n');
}

function tellOutcome(one: Import): string {
  const { uuid, state, progress, counts, failure, change_uuid, is_undone, refused_files, files } = one;
  const { added, lost_cells } = counts;
  const facts = columns([
    ['import', uuid],
    ['state', is_undone ? `${state}, taken back` : state],
    ['rows', `${progress.done} of ${progress.total}`],
    ['outcome', sayCounts(one)],
    ...(added > 0 ? [['added', `${added} clients that rows named`]] : []),
    ...(lost_cells > 0
      ? [['left out', `${lost_cells === 1 ? '1 cell' : `${lost_cells} cells`} that could not be read`]]
      : []),
    ...(failure ? [['why', failure]] : []),
    ['change', change_uuid ?? ''],
  ]);
  const next = [
    ...(state === 'running' ? [`npx rapport imports wait ${uuid}`, `npx rapport imports stop ${uuid}`] : []),
    ...(state === 'stopped' || state === 'failed' ? [`npx rapport imports start ${uuid}`] : []),
    ...(lost_cells > 0 ? [`npx rapport imports rows ${uuid} --lossy`] : []),
    ...refused_files.map((place) => {
      const which = files.length > 1 ? ` --file ${place}` : '';
      return `npx rapport imports refused ${uuid}${which} --output refused-${place}.csv`;
    }),
    ...(state === 'running' || is_undone ? [] : [`npx rapport imports undo ${uuid} --dry-run`]),
  ];
  return [
    facts,
    ...section(
      'Next:',
      next.map((line) => `  ${line}`),
    ),
  ].join('\n\n');
}

function section(title: string, lines: string[]): string[] {
  return lines.length > 0 ? [[title, ...lines].join('\n')] : [];
}

function warningLines({ files }: Import, warnings: Import['warnings']): string[] {
  return warnings.map(({ file, detail }) =>
    file === null || files.length === 1 ? `  ${detail}` : `  ${files[file]!.name}: ${detail}`,
  );
}

/** Rows, a line each, and below it the cells that are left out and the reasons of a refusal. */
export function rowLines(rows: ImportRow[], files: Import['files'] = []): string[] {
  const lines = columns(
    rows.map((row) => [
      ...(files.length > 1 ? [files[row.file]!.name] : []),
      `line ${row.line}`,
      row.outcome,
      row.resource,
      row.title ?? row.uuid ?? '',
    ]),
  ).split('\n');
  return rows.flatMap(({ losses }, index) => [
    lines[index]!,
    ...losses.map(({ column, detail }) => `      ${column === null ? '' : `${column}: `}${detail}`),
  ]);
}
