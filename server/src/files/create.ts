import type { FileHandle } from 'node:fs/promises';
import { type File, FileForm } from '@rapport/contract/files';
import type { Caller } from '../access/caller.ts';
import { reachOf } from '../access/reach.ts';
import { fieldsInvalid, Problem } from '../platform/problem.ts';
import { chunksOf } from '../platform/sheets/chunks.ts';
import { validatorOf } from '../records/validation.ts';
import type { FilesCore } from './seen.ts';
import { takeFormApart } from './take-form.ts';
import { deleteUpload, findUpload } from './upload-queries.ts';
import { beginUpload, finishUpload, keepPieces } from './uploads.ts';

const validate = validatorOf(FileForm);

/**
 * Makes a file of a form that has come whole: an upload whose bytes are all here. What is refused
 * leaves nothing behind.
 */
export async function createFile(
  core: FilesCore,
  caller: Caller,
  form: FileHandle,
  content_type: string,
): Promise<File | Problem> {
  const sent = await takeFormApart(form, content_type, core.file_max_bytes);
  if (sent instanceof Problem) return sent;
  try {
    const fields = readFields(sent.fields);
    if (fields instanceof Problem) return fields;
    const { size: size_bytes } = await sent.file.stat();
    const upload = await beginUpload(core, caller, { ...fields, name: sent.name, size_bytes });
    if (upload instanceof Problem) return upload;
    return await sendAll(core, caller, upload.uuid, sent.file);
  } finally {
    await sent.file.close();
  }
}

async function sendAll(
  core: FilesCore,
  caller: Caller,
  uuid: string,
  file: FileHandle,
): Promise<File | Problem> {
  const sender = { user_uuid: caller.user_uuid, reach: reachOf(caller) };
  const row = (await findUpload(core.db, sender, uuid, { since: new Date(0) }))!;
  const sent = async () => {
    const received_bytes = await keepPieces(core, row, chunksOf(file));
    return received_bytes instanceof Problem ? received_bytes : finishUpload(core, caller, row);
  };
  const made = await sent();
  if (made instanceof Problem) await deleteUpload(core.db, row);
  return made;
}

/** The fields of a form, checked as the body of another request would be. */
function readFields(given: Record<string, string>): FileForm | Problem {
  const fields: Record<string, unknown> = { ...given };
  if (given.records !== undefined) {
    try {
      fields.records = JSON.parse(given.records);
    } catch {
      const detail = '/records is not JSON. Send a list such as [{"resource":"client","uuid":"…"}].';
      return fieldsInvalid({ pointer: '/records', code: 'wrong_format', detail });
    }
  }
  const faults = validate(fields);
  return faults.length > 0 ? fieldsInvalid(...faults) : (fields as FileForm);
}
