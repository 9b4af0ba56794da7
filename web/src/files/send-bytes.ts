import type { FileUpload } from '@rapport/contract/files';
import { keepOwnChange } from '../api/own-changes.ts';
import { ApiProblem } from '../api/request.ts';

/** Bytes that did not arrive because the line broke, or nobody answered. */
export class LineBroken extends Error {}

/**
 * Sends bytes of an upload from `offset` on. `onSent` hears how many have left. `fetch` does not
 * say that. Throws `LineBroken`, or the refusal of the API.
 */
export function sendBytes(
  upload_uuid: string,
  offset: number,
  bytes: Blob,
  { onSent, signal }: { onSent: (sent_bytes: number) => void; signal: AbortSignal },
): Promise<FileUpload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener('abort', stop);
    request.open('PATCH', `/api/v2/file-uploads/${upload_uuid}?offset=${offset}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => onSent(offset + loaded);
    request.onabort = () => reject(signal.reason);
    request.onerror = () => reject(new LineBroken());
    request.onload = () => {
      keepOwnChange(request.getResponseHeader('x-change-uuid') ?? '');
      const answer = parse(request.responseText);
      if (request.status === 200 && answer?.data) resolve(answer.data as FileUpload);
      // A proxy, or a service that is just being started, answers for us.
      else if (request.status >= 502 || answer === null) reject(new LineBroken());
      else reject(new ApiProblem(request.status, answer));
    };
    request.onloadend = () => signal.removeEventListener('abort', stop);
    request.send(bytes);
  });
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
