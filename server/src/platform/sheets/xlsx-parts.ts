import { posix } from 'node:path';
import { Problem } from '../problem.ts';
import { type NumberFormat, numberFormat } from './number-format.ts';
import { sheetInvalid } from './sheet-invalid.ts';
import { XmlReader } from './xml.ts';
import type { ZipEntry } from './zip.ts';

/** The sheets of a workbook that people see, and its shared parts, by their names in the zip. */
type Workbook = {
  sheets: { name: string; part: string }[];
  is1904: boolean;
  texts: ZipEntry | undefined;
  styles: ZipEntry | undefined;
};

/** Bounds what shared texts take of the memory. Beyond, a CSV file is read a row at a time. */
const SHARED_MAX_LENGTH = 32 * 1024 * 1024;

/** Excel itself allows 65,490. */
const FORMATS_MAX = 100_000;

/** What a text takes beside its letters. */
const TEXT_LENGTH = 32;

/** Feeds a part of the workbook to the reader. */
async function readPart(entry: ZipEntry, reader: XmlReader): Promise<Problem | null> {
  let decoder: TextDecoder | null = null;
  for await (const chunk of entry.read()) {
    decoder ??= xmlDecoder(chunk);
    reader.write(decoder.decode(chunk, { stream: true }));
    if (reader.refusal) return reader.refusal;
  }
  return reader.refusal;
}

/** XML is UTF-8, or UTF-16 with a mark or a zero beside its first sign (XML 1.0, appendix F). */
export function xmlDecoder([a, b]: Buffer): TextDecoder {
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return new TextDecoder('utf-16le');
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return new TextDecoder('utf-16be');
  return new TextDecoder('utf-8');
}

/** Why a zip file with parts of an office document is no workbook. */
const NO_LIST = 'it has no list of its sheets';

/**
 * `_x000D_` stands for a sign that XML cannot hold, and `_x005F_` for the line before such a text.
 */
export function unescapedText(text: string): string {
  const bare = text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  return bare.includes('\r') ? bare.replace(/\r\n?/g, '\n') : bare;
}

/** Reads which sheets there are, and from which year their days count. */
export async function readWorkbook(parts: Map<string, ZipEntry>): Promise<Workbook | Problem> {
  const root = await readRelations(parts, '');
  if (root instanceof Problem) return root;
  const part = partOf(root, 'officeDocument') ?? 'xl/workbook.xml';
  const relations = await readRelations(parts, part);
  if (relations instanceof Problem) return relations;
  const workbook = parts.get(part);
  if (!workbook || relations.size === 0) return sheetInvalid(NO_LIST);
  const sheets: { name: string; id: string }[] = [];
  let [is1904, hasSheets] = [false, false];
  const refusal = await readPart(
    workbook,
    readerOf((name, { name: title = '', id = '', state, date1904 }) => {
      // An extension of Excel has an element of the same name.
      if (name === 'workbookPr') is1904 ||= date1904 === '1' || date1904 === 'true';
      if (name !== 'sheet') return;
      hasSheets = true;
      if ((state ?? 'visible') === 'visible') sheets.push({ name: title, id });
    }),
  );
  if (refusal) return refusal;
  if (!hasSheets) return sheetInvalid(NO_LIST);
  return {
    sheets: sheets.map(({ name, id }) => ({ name, part: relations.get(id)?.part ?? '' })),
    is1904,
    texts: parts.get(partOf(relations, 'sharedStrings') ?? 'xl/sharedStrings.xml'),
    styles: parts.get(partOf(relations, 'styles') ?? 'xl/styles.xml'),
  };
}

/** What a part names, by its id there: the last word of its type, and the name in the zip. */
type Relations = Map<string, { type: string; part: string }>;

/** Where the parts of a workbook stand is said beside each part (ECMA-376 part 2, 9.3). */
async function readRelations(parts: Map<string, ZipEntry>, part: string): Promise<Relations | Problem> {
  const relations: Relations = new Map();
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const entry = parts.get(`${folder}_rels/${part.slice(folder.length)}.rels`);
  const refusal =
    entry &&
    (await readPart(
      entry,
      readerOf((name, { Id = '', Target = '', Type = '' }) => {
        if (name !== 'Relationship') return;
        const target = Target.startsWith('/') ? Target : `/${folder}${Target}`;
        relations.set(Id, { type: Type.split('/').at(-1)!, part: posix.normalize(target).slice(1) });
      }),
    ));
  return refusal ?? relations;
}

function partOf(relations: Relations, type: string): string | undefined {
  return relations.values().find((one) => one.type === type)?.part;
}

function readerOf(onOpen: (name: string, attributes: Record<string, string>) => void): XmlReader {
  return new XmlReader({
    open: (name, attributes) => onOpen(name, attributes()),
    text: () => {},
    close: () => {},
  });
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
      texts.push(alone(unescapedText(text)));
    },
  });
  return (await readPart(entry, reader)) ?? texts;
}

/** The text by itself: as a part of what was read it would keep all that in memory. */
function alone(text: string): string {
  return Buffer.from(text).toString();
}

/** What cells show of their numbers, by the place of their format. */
export async function readFormats(entry: ZipEntry | undefined): Promise<NumberFormat[] | Problem> {
  const formats: NumberFormat[] = [];
  if (!entry) return formats;
  const own = new Map<number, string>();
  const known = new Map<number, NumberFormat>();
  let inFormats = false;
  const reader = new XmlReader({
    open: (name, attributes) => {
      if (name === 'cellXfs') inFormats = true;
      if (name === 'numFmt') {
        const { numFmtId = '', formatCode = '' } = attributes();
        own.set(Number(numFmtId), formatCode);
      }
      if (name !== 'xf' || !inFormats) return;
      const id = Number(attributes().numFmtId ?? 0);
      const format = known.get(id) ?? numberFormat(id, own.get(id));
      known.set(id, format);
      formats.push(format);
      if (formats.length > FORMATS_MAX) reader.refusal ??= sheetInvalid('it has too many formats');
    },
    text: () => {},
    close: (name) => {
      if (name === 'cellXfs') inFormats = false;
    },
  });
  return (await readPart(entry, reader)) ?? formats;
}
