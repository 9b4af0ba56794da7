import { Problem } from '../problem.ts';

/** What a reader of XML is told. Names come without their namespace prefix. */
type XmlHandler = {
  open: (name: string, attributes: () => Record<string, string>) => void;
  text: (text: string) => void;
  close: (name: string) => void;
};

/** No tag or text of a workbook comes near it: a cell holds at most 32,767 characters. */
const PIECE_MAX_LENGTH = 1024 * 1024;

/**
 * Reads XML piece by piece, as much of it as workbooks use. It knows no document types, so it
 * resolves no entities but the five of XML itself, and reads nothing from elsewhere.
 */
export class XmlReader {
  refusal: Problem | null = null;
  #rest = '';
  #handler: XmlHandler;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  write(piece: string): void {
    const text = this.#rest + piece;
    let from = 0;
    while (this.refusal === null) {
      const start = text.indexOf('<', from);
      if (start === -1) break;
      if (start > from) this.#handler.text(unescaped(text.slice(from, start)));
      from = start;
      const end = endOf(text, start);
      if (end === -1) break;
      this.#take(text.slice(start, end));
      from = end;
    }
    this.#rest = text.slice(from);
    if (this.#rest.length > PIECE_MAX_LENGTH) this.#refuse('a text is longer than 1 MiB');
  }

  #take(tag: string): void {
    if (tag.startsWith('<![CDATA[')) this.#handler.text(tag.slice(9, -3));
    else if (tag.startsWith('<!--') || tag[1] === '?') return;
    else if (tag[1] === '!') this.#refuse('it declares a document type or entities');
    else if (tag[1] === '/') this.#handler.close(plainName(tag.slice(2, -1).trim()));
    else this.#open(tag);
  }

  #open(tag: string): void {
    const isEmpty = tag.at(-2) === '/';
    const inner = tag.slice(1, isEmpty ? -2 : -1);
    const space = inner.search(/\s/);
    const name = plainName(space === -1 ? inner : inner.slice(0, space));
    this.#handler.open(name, () => attributesOf(space === -1 ? '' : inner.slice(space)));
    if (isEmpty) this.#handler.close(name);
  }

  #refuse(why: string): void {
    const detail =
      `The workbook cannot be read: ${why}. Nothing was imported. ` +
      'Open it in a spreadsheet, save it as .xlsx or CSV and send that.';
    this.refusal ??= new Problem('csv_invalid', detail);
  }
}

/** The index behind the tag that begins at `start`; -1 while its end is not there yet. */
function endOf(text: string, start: number): number {
  if (text.startsWith('<!--', start)) return behind(text, '-->', start);
  if (text.startsWith('<![CDATA[', start)) return behind(text, ']]>', start);
  for (let index = start + 1, quote = ''; index < text.length; index += 1) {
    const sign = text[index]!;
    if (quote) quote = sign === quote ? '' : quote;
    else if (sign === '>') return index + 1;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return -1;
}

function behind(text: string, sign: string, start: number): number {
  const at = text.indexOf(sign, start);
  return at === -1 ? -1 : at + sign.length;
}

function plainName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** It begins only where a name does, so that a long name is not read again from each letter. */
const ATTRIBUTE = /(?<![^\s=])([^\s=]+)\s*=\s*("([^"]*)"|'([^']*)')/g;

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, , double, single] of text.matchAll(ATTRIBUTE)) {
    found[plainName(name!)] = unescaped(double ?? single ?? '');
  }
  return found;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,5}));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
