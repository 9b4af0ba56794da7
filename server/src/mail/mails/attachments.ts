import type { Caller } from '../../access/caller.ts';
import type { Scanner } from '../../files/scanner.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Bytes } from '../../platform/http/server/part-answer.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { readerOf } from './actions.ts';
import * as queries from './queries.ts';
import { levelOf } from './rules.ts';

export type AttachmentsCore = {
  db: Queryable;
  /** Null: nobody looks through files. */
  scanner: Scanner | null;
};

export type OpenAttachment = Bytes & { name: string; type: string; account_uuid: string };

/**
 * The bytes of an attachment, for whoever reads all of its mail. A scanner looks at them each time:
 * 409 while it is away, and for what it has found something in.
 */
export async function openAttachment(
  core: AttachmentsCore,
  caller: Caller,
  mail_uuid: string,
  number: number,
): Promise<OpenAttachment | Problem> {
  const found = await findAttachment(core, caller, mail_uuid, number);
  return found instanceof Problem ? found : ((await scanned(core, found)) ?? found);
}

/** An attachment, which the scanner has not looked at, for whoever reads all of its mail. */
export async function findAttachment(
  { db }: Pick<AttachmentsCore, 'db'>,
  caller: Caller,
  mail_uuid: string,
  number: number,
): Promise<OpenAttachment | Problem> {
  const row = await queries.findMail(db, readerOf(caller), mail_uuid);
  if (!row || levelOf(row, caller.user_uuid) !== 'full') return notFound('mail');
  const found = (await queries.listAttachments(db, row)).find((one) => one.number === number);
  if (!found) return notFound('attachment');
  const size_bytes = Number(found.size_bytes);
  const read = (start: number, end: number) => readPieces(db, row, number, start, end);
  // What an attachment is never changes: its mail and its place name its bytes.
  const { name, type } = found;
  return { account_uuid: row.account_uuid, name, type, size_bytes, etag: `"${mail_uuid}-${number}"`, read };
}

/** Why the scanner does not let an attachment through. */
export async function scanned(
  { scanner }: Pick<AttachmentsCore, 'scanner'>,
  { read, size_bytes }: OpenAttachment,
): Promise<Problem | null> {
  const verdict = scanner ? await scanner.scan(read(0, size_bytes)) : 'clean';
  return verdict === 'clean' ? null : unscanned(verdict);
}

/** True while the caller may still have the attachments of a mail. */
export async function readsAttachments(
  { db }: AttachmentsCore,
  caller: Caller,
  mail_uuid: string,
): Promise<boolean> {
  const row = await queries.findMail(db, readerOf(caller), mail_uuid);
  return row !== undefined && levelOf(row, caller.user_uuid) === 'full';
}

/** The whole bytes of an attachment, for the service itself; null: its mail is gone. */
export async function readAttachment(
  db: Queryable,
  account_uuid: string,
  { mail_uuid, number, size_bytes }: { mail_uuid: string; number: number; size_bytes: number },
): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  for (let position = 0; position * queries.PIECE_BYTES < size_bytes; position++) {
    const piece = await queries.findPiece(db, { uuid: mail_uuid, account_uuid }, number, position);
    if (!piece) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function* readPieces(
  db: Queryable,
  mail: { uuid: string; account_uuid: string },
  number: number,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const position = Math.floor(at / queries.PIECE_BYTES);
    const bytes = await queries.findPiece(db, mail, number, position);
    if (!bytes) throw new Error('a piece of an attachment is missing');
    const from = position * queries.PIECE_BYTES;
    yield bytes.subarray(at - from, end - from);
    at = from + queries.PIECE_BYTES;
  }
}

function unscanned(verdict: 'infected' | 'away'): Problem {
  if (verdict === 'infected') {
    const detail = 'The scanner found something harmful in this attachment, so nobody gets it here.';
    return new Problem('file_infected', detail);
  }
  const detail = 'The scanner cannot look at this attachment now. Try again in a moment.';
  return new Problem('conflict', detail, { headers: { 'retry-after': '5' } });
}
