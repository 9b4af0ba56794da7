import type { FileHandle } from 'node:fs/promises';
import type { Encoding } from '@rapport/contract/encodings';
import { Problem } from '../problem.ts';
import { readRows } from './csv.ts';
import { encodingOf } from './encoding.ts';
import { officeSheets } from './office.ts';
import type { SentFile, Sheet } from './sheet.ts';
import { NoRows, sheetInvalid } from './sheet-invalid.ts';
import { vcardSheet } from './vcard.ts';
import { xlsxSheets } from './xlsx.ts';
import { entriesOf, type ZipEntry } from './zip.ts';

/**
 * The tables of a file, recognised by its first bytes: CSV or vCard in the encoding it has, or an
 * Excel workbook. 400 with what to do for everything else.
 */
export async function sheetsOf({ name, file }: SentFile, wanted?: Encoding): Promise<Sheet[] | Problem> {
  const start = await startOf(file);
  if (start.length === 0) return noRows(name, 'empty', 'Export it again and send it.');
  if (isZip(start)) return /\.zip$/i.test(name) ? zipInZip(name) : workbookSheets(file, name);
  if (start.subarray(0, 4).equals(OLD_OFFICE)) return officeSheets(file, name);
  if (isUtf32(start)) return fileInvalid(name, 'is text in UTF-32', 'Save it in UTF-8 and send it again.');
  const packed = packedRows(start);
  if (packed) return fileInvalid(name, `is ${packed}`, SAVE_AS);
  const other = otherFormat(start);
  if (other) return noRows(name, other, SAVE_AS);
  const isCards = /^\uFEFF?\s*BEGIN:VCARD/i.test(start.toString());
  const encoding = wanted ?? (await encodingOf(file, isCards));
  if (encoding instanceof Problem) return encoding;
  const text = new TextDecoder(encoding).decode(start);
  if (encoding === 'utf-8' && text.includes('\0')) {
    return noRows(name, 'no text', 'Send CSV, .xlsx, vCard, or a zip file of these.');
  }
  if (/^\uFEFF?\s*BEGIN:VCARD/i.test(text)) return [vcardSheet(file, name, encoding)];
  return [{ name, format: 'csv', encoding, rows: () => readRows(file, encoding) }];
}

function zipInZip(name: string): Problem {
  return fileInvalid(name, 'is a zip file within the zip file', 'Unpack it and send the files in it.');
}

/**
 * The files in a zip file; null when the file is none, or is a workbook, which is a zip file as
 * well.
 */
export async function zippedFiles(file: FileHandle): Promise<ZipEntry[] | Problem | null> {
  if (!isZip(await startOf(file))) return null;
  const entries = await entriesOf(file);
  if (entries instanceof Problem) return entries;
  if (entries.some(({ name }) => WORKBOOK_PARTS.has(name))) return null;
  return entries.filter(({ name }) => !/(?:^|\/)(?:__MACOSX|\.[^/]*)(?:\/|$)/.test(name));
}

/** What stands in workbooks alone, of Excel or LibreOffice. */
const WORKBOOK_PARTS = new Set(['[Content_Types].xml', 'xl/workbook.xml', 'content.xml']);

const UTF_32 = [Buffer.from([0, 0, 0xfe, 0xff]), Buffer.from([0xff, 0xfe, 0, 0])];
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * By its mark, or by three zeros before or behind each of its first letters, which may stand behind
 * the mark of UTF-16.
 */
function isUtf32(start: Buffer): boolean {
  if (UTF_32.some((mark) => start.subarray(0, 4).equals(mark))) return true;
  return hasWideLetters(start) || hasWideLetters(start.subarray(2));
}

function hasWideLetters(start: Buffer): boolean {
  const letters = Array.from({ length: 4 }, (_, at) => start.subarray(at * 4, at * 4 + 4));
  const isEach = (fits: (letter: Buffer) => boolean) => letters.every((one) => one.length === 4 && fits(one));
  const zeros = Buffer.alloc(3);
  return (
    isEach((letter) => letter[0] !== 0 && letter.subarray(1).equals(zeros)) ||
    isEach((letter) => letter[3] !== 0 && letter.subarray(0, 3).equals(zeros))
  );
}

/** A workbook of LibreOffice is unpacked by the library at once, so it is bounded before. */
async function workbookSheets(file: FileHandle, name: string): Promise<Sheet[] | Problem> {
  const entries = await entriesOf(file);
  if (entries instanceof Problem) return entries;
  if (!entries.some((entry) => entry.name === 'content.xml')) return xlsxSheets(file, name);
  const size_bytes = entries.reduce((sum, entry) => sum + entry.size_bytes, 0);
  if (size_bytes > OPEN_DOCUMENT_MAX_BYTES) return sheetInvalid('it unpacks to more than 200 MiB');
  return officeSheets(file, name);
}

const OPEN_DOCUMENT_MAX_BYTES = 200 * 1024 * 1024;

async function startOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
  return buffer.subarray(0, bytesRead);
}

function isZip([a, b, c, d]: Buffer): boolean {
  return a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6));
}

/** What a file is that may have rows, which nobody can read here. */
function packedRows(start: Buffer): string | null {
  return start[0] === 0x1f && start[1] === 0x8b ? 'packed with gzip' : null;
}

/** What a file is that has no rows. */
function otherFormat(start: Buffer): string | null {
  if (start.subarray(0, 5).toString() === '%PDF-') return 'a PDF';
  if (PICTURE_STARTS.some((one) => start.subarray(0, one.length).equals(one))) return 'a picture';
  return /^\s*(?:<!doctype html|<html|<\?xml)/i.test(start.toString('latin1')) ? 'a web page or XML' : null;
}

const PICTURE_STARTS = [
  Buffer.from('\x89PNG', 'latin1'),
  Buffer.from('\xff\xd8\xff', 'latin1'),
  Buffer.from('GIF8'),
];

const SAVE_AS = 'Save it as CSV or .xlsx and send that.';

function noRows(name: string, what: string, advice: string): Problem {
  return new NoRows(what, fileInvalid(name, `is ${what}`, advice).detail);
}

function fileInvalid(name: string, what: string, advice: string): Problem {
  return new Problem('csv_invalid', `The file "${name}" ${what}. Nothing was imported. ${advice}`);
}
