import { randomUUID } from 'node:crypto';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';
import { ZipFile } from 'yazl';
import { createTestFolder } from '../../database/testing/test-database.ts';
import { Problem } from '../../problem.ts';
import type { Sheet } from '../sheet.ts';

let folder: Promise<string> | undefined;
const files: FileHandle[] = [];

after(() => Promise.all(files.map((file) => file.close())));

/** An open file with this content. It goes with the test's folder. */
export async function fileOf(content: string | Buffer): Promise<FileHandle> {
  folder ??= createTestFolder();
  const path = join(await folder, randomUUID());
  await writeFile(path, content);
  const file = await open(path);
  files.push(file);
  return file;
}

export async function zipOf(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** A value of a cell: a text, a number, or a day, which is kept as its serial number. */
export type Cell = string | number | { serial: number };

/** A workbook as Excel writes it, with its texts shared and its days as numbers. */
export async function workbookOf(
  sheets: Record<string, Cell[][]>,
  more: Record<string, string> = {},
): Promise<Buffer> {
  const texts: string[] = [];
  const names = Object.keys(sheets);
  const parts = Object.values(sheets).map((rows) => sheetXml(rows, texts));
  const sheetList = names.map(
    (name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  const relations = names.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="r"><sheets>${sheetList.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(parts.map((xml, i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
    ...more,
  });
}

function sheetXml(rows: Cell[][], texts: string[]): string {
  const xml = rows.map((cells, row) => {
    const written = cells.map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`, texts));
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  return `<worksheet><sheetData>${xml.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: Cell, place: string, texts: string[]): string {
  if (cell === '') return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c r="${place}" s="1"><v>${cell.serial}</v></c>`;
  return `<c r="${place}" t="s"><v>${texts.push(cell) - 1}</v></c>`;
}

function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The cells of all rows of a sheet; the refusal's text comes last when there is one. */
export async function cellsIn(sheet: Sheet): Promise<(string[] | string)[]> {
  const rows: (string[] | string)[] = [];
  for await (const row of sheet.rows()) rows.push(row instanceof Problem ? row.detail : row.cells);
  return rows;
}
