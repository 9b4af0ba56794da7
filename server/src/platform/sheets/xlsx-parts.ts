import type { Problem } from '../problem.ts';
import { sheetInvalid } from './sheet-invalid.ts';
import { XmlReader } from './xml.ts';
import type { ZipEntry } from './zip.ts';

/** The sheets of a workbook that people see, with the names of their parts in the zip. */
type Workbook = { sheets: { name: string; part: string }[]; is1904: boolean };

/** Bounds what shared texts take of the memory. Beyond, a CSV file is read a row at a time. */
const SHARED_MAX_LENGTH = 32 * 1024 * 1024;

/** What a text takes beside its letters. */
const TEXT_LENGTH = 32;

/** Feeds a part of the workbook to the reader. */
async function readPart(entry: ZipEntry, reader: XmlReader): Promise<Problem | null> {
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of entry.read()) {
    reader.write(decoder.decode(chunk, { stream: true }));
    if (reader.refusal) return reader.refusal;
  }
  return reader.refusal;
}

/** Why a zip file with parts of an office document is no workbook. */
export const NO_LIST = 'it has no list of its sheets';

/** Reads which sheets there are, and from which year their days count. */
export async function readWorkbook(parts: Map<string, ZipEntry>): Promise<Workbook | Problem> {
  const [workbook, relations] = [parts.get('xl/workbook.xml'), parts.get('xl/_rels/workbook.xml.rels')];
  if (!workbook || !relations) return sheetInvalid(NO_LIST);
  const targets = new Map<string, string>();
  const sheets: { name: string; id: string }[] = [];
  let is1904 = false;
  const refusal =
    (await readPart(
      relations,
      readerOf((name, { Id = '', Target = '' }) => {
        if (name === 'Relationship') targets.set(Id, partName(Target));
      }),
    )) ??
    (await readPart(
      workbook,
      readerOf((name, { name: title = '', id = '', state, date1904 }) => {
        if (name === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true';
        if (name === 'sheet' && (state ?? 'visible') === 'visible') sheets.push({ name: title, id });
      }),
    ));
  if (refusal) return refusal;
  return { sheets: sheets.map(({ name, id }) => ({ name, part: targets.get(id) ?? '' })), is1904 };
}

function readerOf(onOpen: (name: string, attributes: Record<string, string>) => void): XmlReader {
  return new XmlReader({
    open: (name, attributes) => onOpen(name, attributes()),
    text: () => {},
    close: () => {},
  });
}

function partName(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** The texts that cells refer to by their place. A reading aid in small letters is left out. */
export async function readSharedTexts(entry: ZipEntry | undefined): Promise<string[] | Problem> {
  const texts: string[] = [];
  if (!entry) return texts;
  let [text, inText, inAid, length] = ['', false, false, 0];
  const take = (more: number) => {
    length += more;
    if (length > SHARED_MAX_LENGTH) reader.refusal ??= sheetInvalid('it holds too much text');
  };
  const reader = new XmlReader({
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 't') inText = true;
      if (name === 'rPh') inAid = true;
    },
    text: (piece) => {
      if (!inText || inAid) return;
      text += piece;
      take(piece.length);
    },
    close: (name) => {
      if (name === 't') inText = false;
      if (name === 'rPh') inAid = false;
      if (name !== 'si') return;
      take(TEXT_LENGTH);
      texts.push(alone(text));
    },
  });
  return (await readPart(entry, reader)) ?? texts;
}

/** The text by itself: as a part of what was read it would keep all that in memory. */
function alone(text: string): string {
  return Buffer.from(text).toString();
}

/** The formats of cells that show a day or a time, by their place among the formats. */
export async function readDateStyles(entry: ZipEntry | undefined): Promise<Set<number> | Problem> {
  const dates = new Set<number>();
  if (!entry) return dates;
  const own = new Map<number, string>();
  let [inFormats, count] = [false, 0];
  const reader = new XmlReader({
    open: (name, attributes) => {
      if (name === 'cellXfs') inFormats = true;
      if (name === 'numFmt') {
        const { numFmtId = '', formatCode = '' } = attributes();
        own.set(Number(numFmtId), formatCode);
      }
      if (name !== 'xf' || !inFormats) return;
      const id = Number(attributes().numFmtId ?? 0);
      if (isDateFormat(id, own.get(id))) dates.add(count);
      count += 1;
    },
    text: () => {},
    close: (name) => {
      if (name === 'cellXfs') inFormats = false;
    },
  });
  return (await readPart(entry, reader)) ?? dates;
}

/**
 * Numbers 14 to 22, 27 to 36, 45 to 47 and 50 to 58 are days and times in every workbook (ECMA-376
 * part 1, 18.8.30). Of the others, letters outside quotes and brackets tell.
 */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code !== undefined) {
    const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
    return /[ymdh]/i.test(bare) && !/general/i.test(bare);
  }
  return [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
  ].some(([from, to]) => id >= from! && id <= to!);
}
