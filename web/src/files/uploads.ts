import type { FileRecord, FileUpload, File as KeptFile } from '@rapport/contract/files';
import { ApiProblem, get, request } from '../api/request.ts';
import { sayProblem } from '../layout/say-problem.ts';
import { LineBroken, sendBytes } from './send-bytes.ts';
import { thumbnailOf } from './thumbnail.ts';

/** A file on its way from this window. */
export type Sending = {
  id: string;
  /** The record on whose page its progress is shown. */
  shown_at: string;
  name: string;
  size_bytes: number;
  sent_bytes: number;
  /** `broken` goes on by itself, `stopped` when somebody wants it to. */
  state: 'queued' | 'sending' | 'broken' | 'stopped' | 'refused';
  /** Why it was refused. */
  why?: string;
};

/** Where files go. */
export type Target = {
  account_uuid: string;
  record: FileRecord;
  /** The record on whose page the progress is shown: for a note, one that it is about. */
  shown_at: string;
  onArrived: (file: KeptFile) => void;
};

type Own = Sending & { file: File; target: Target; upload_uuid: string | null; stop: AbortController };

/** More would only make each slower. */
const AT_ONCE = 3;

/** The waits before it is tried again; then somebody has to ask for it. */
const WAITS_MS = [1000, 3000, 6000, 12_000, 24_000];

/**
 * All that this window sends. It stands outside of the pages: who goes to another one loses
 * nothing.
 */
let all: readonly Own[] = [];
const listeners = new Set<() => void>();

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is on its way, as one value that changes with it. */
export function sendings(): readonly Sending[] {
  return all;
}

/** Sends files to a record, a few at a time. */
export function send(files: File[], target: Target): void {
  const added = files.map(
    (file): Own => ({
      id: crypto.randomUUID(),
      shown_at: target.shown_at,
      name: file.name.normalize('NFC'),
      size_bytes: file.size,
      sent_bytes: 0,
      state: 'queued',
      file,
      target,
      upload_uuid: null,
      stop: new AbortController(),
    }),
  );
  put([...all, ...added]);
  begin();
}

/** Goes on with one that has stopped. */
export function goOn(id: string): void {
  change(id, { state: 'queued' });
  begin();
}

/** Gives one up, and what has come of it. */
export function giveUp(id: string): void {
  const own = find(id);
  put(all.filter((one) => one.id !== id));
  own?.stop.abort();
  if (own?.upload_uuid) void request('DELETE', `/api/v2/file-uploads/${own.upload_uuid}`).catch(() => {});
  begin();
}

function begin(): void {
  const busy = all.filter(({ state }) => state === 'sending' || state === 'broken').length;
  const next = all.filter(({ state }) => state === 'queued').slice(0, Math.max(0, AT_ONCE - busy));
  for (const { id } of next) {
    change(id, { state: 'sending' });
    void sendOne(id).finally(begin);
  }
}

/**
 * Sends one file until it has come, was refused or given up, or the line has been down too long.
 */
async function sendOne(id: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const before = find(id)?.sent_bytes ?? 0;
    try {
      const file = await sendRest(id);
      if (file) await arrive(id, file);
      return;
    } catch (error) {
      const own = find(id);
      if (!own || own.stop.signal.aborted) return;
      if (!isPassing(error)) return change(id, { state: 'refused', why: sayProblem(error).message });
      if (own.sent_bytes > before) tries = 0;
      const wait_ms = WAITS_MS[tries];
      if (wait_ms === undefined) return change(id, { state: 'stopped' });
      change(id, { state: 'broken' });
      await backOnline(wait_ms, own.stop.signal);
      change(id, { state: 'sending' });
    }
  }
}

/** True for what may be over in a moment: the line, a full service, or another window. */
function isPassing(error: unknown): boolean {
  if (error instanceof LineBroken) return true;
  if (!(error instanceof ApiProblem) || error.code === 'file_infected') return false;
  return [0, 401, 408, 409, 429, 503].includes(error.status);
}

/** Sends what the service does not have yet; undefined when it was given up. */
async function sendRest(id: string): Promise<KeptFile | undefined> {
  const upload = await uploadOf(id);
  const own = find(id);
  if (!own) return undefined;
  if (upload.file) return upload.file;
  const { received_bytes: offset } = upload;
  change(id, { sent_bytes: offset });
  const onSent = (sent_bytes: number) => change(id, { sent_bytes: Math.min(sent_bytes, own.size_bytes) });
  const { signal } = own.stop;
  const done = await sendBytes(upload.uuid, offset, own.file.slice(offset), { onSent, signal });
  if (!done.file) throw new LineBroken();
  return done.file;
}

/** The upload as the service has it: a new one, or as far as it had got. */
async function uploadOf(id: string): Promise<FileUpload> {
  const { upload_uuid, target, name, size_bytes } = find(id)!;
  if (upload_uuid !== null) return get<FileUpload>(`/api/v2/file-uploads/${upload_uuid}`);
  const { account_uuid, record } = target;
  const body = { account_uuid, name, size_bytes, records: [record] };
  const made = await request<{ data: FileUpload }>('POST', '/api/v2/file-uploads', {
    body,
    idempotency_key: id,
  });
  change(id, { upload_uuid: made.data.uuid });
  return made.data;
}

async function arrive(id: string, kept: KeptFile): Promise<void> {
  const own = find(id);
  if (!own) return;
  const picture = await thumbnailOf(own.file);
  // Without its picture the file is as good.
  const has_thumbnail = picture !== null && (await putThumbnail(kept.uuid, picture));
  put(all.filter((one) => one.id !== id));
  own.target.onArrived({ ...kept, has_thumbnail });
}

async function putThumbnail(uuid: string, picture: Blob): Promise<boolean> {
  return request('PUT', `/api/v2/files/${uuid}/thumbnail`, { body: picture }).then(
    () => true,
    () => false,
  );
}

/** Resolves after a while, or when the browser says that the line is back. */
function backOnline(wait_ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, wait_ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

function find(id: string): Own | undefined {
  return all.find((one) => one.id === id);
}

function change(id: string, changes: Partial<Own>): void {
  put(all.map((one) => (one.id === id ? { ...one, ...changes } : one)));
}

function put(next: readonly Own[]): void {
  all = next;
  for (const listener of listeners) listener();
}
