import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { formOf } from './broken-forms.ts';
import type { TestApp } from './test-app.ts';

export type Route = { method: string; url: string; type: string; body: Buffer };

/** Sends bytes as they are to a service, with a token, and looks at what they left behind. */
export class RawSender {
  readonly #app: TestApp;
  readonly #token: string;
  readonly #account: string;

  constructor(app: TestApp, token: string, account: string) {
    this.#app = app;
    this.#token = token;
    this.#account = account;
  }

  /** All routes, each with a sound body of the type it takes. */
  routes(): Route[] {
    const { routes, description } = this.#app;
    return routes
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, url }) => {
        const described = description.paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
        const [type = described || method === 'GET' ? '' : FORM] = Object.keys(
          described?.requestBody?.content ?? {},
        );
        const needed = described?.parameters?.filter((one) => one.in === 'query' && one.required) ?? [];
        const query = needed.map(
          ({ name, schema }) => `${name}=${(schema as { format?: string }).format === 'uuid' ? UUID : 0}`,
        );
        const path = `${url.replaceAll(/:\w+|\*/g, UUID)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
        const body = BODIES[type] ?? Buffer.alloc(0);
        return { method, url: path, type, body, ...(type === 'multipart/form-data' && this.#files()) };
      });
  }

  #files() {
    return formOf([
      { name: 'account_uuid', text: this.#account },
      { name: 'file', file: 'a.csv', text: 'Name\n3M\n' },
    ]);
  }

  /** The bytes of a request. With `coding` its body is sent in chunks, or packed. */
  bytesOf({ method, url, type, body }: Route, coding?: 'chunked' | 'gzip'): Buffer {
    const lines = [
      `${method} ${url} HTTP/1.1`,
      'Host: a',
      `Authorization: Bearer ${this.#token}`,
      ...(type ? [`Content-Type: ${type}`] : []),
      coding === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`,
      ...(coding === 'gzip' ? ['Content-Encoding: gzip'] : []),
    ];
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
  }

  /** Sends no more after these bytes, and takes whatever comes. */
  async sendAndEnd(bytes: Buffer): Promise<void> {
    const socket = this.#open();
    socket.on('data', () => socket.destroy()).on('end', () => socket.destroy());
    socket.end(bytes);
    await once(socket, 'close');
  }

  /** Cuts the connection when these bytes were read. */
  async sendAndReset(bytes: Buffer): Promise<void> {
    const socket = this.#open();
    socket.write(bytes);
    // This answer shows it.
    await this.#app.call('GET', '/healthz');
    socket.resetAndDestroy();
  }

  /** Cuts the connection at the first byte of the answer. */
  async resetAtAnswer(bytes: Buffer): Promise<void> {
    const socket = this.#open();
    socket.on('end', () => socket.destroy()).once('data', () => socket.resetAndDestroy());
    socket.write(bytes);
    await once(socket, 'close');
  }

  /** The answer, as far as it came with its first bytes of JSON. */
  answerTo(bytes: Buffer): Promise<string> {
    return this.#finish(this.#open(), bytes);
  }

  /** The first line of the answer. */
  async statusLineOf(bytes: Buffer): Promise<string> {
    const socket = this.#open();
    socket.write(bytes);
    const [chunk] = await once(socket, 'data');
    socket.destroy();
    return String(chunk).split('\r\n')[0]!;
  }

  /**
   * As many uploads as may be under way at once are begun together, and all of them get through.
   */
  async assertAllPlacesAreFree(): Promise<void> {
    for (const route of this.routes().filter(({ type }) => UPLOADS_AT_ONCE[type])) {
      const whole = this.bytesOf(route);
      const begun = Array.from({ length: UPLOADS_AT_ONCE[route.type]! }, () => this.#open());
      for (const socket of begun) socket.write(whole.subarray(0, -3));
      await this.#app.call('GET', '/healthz');
      const answers = await Promise.all(begun.map((socket) => this.#finish(socket, whole.subarray(-3))));
      for (const answer of answers)
        assert.doesNotMatch(answer, /^HTTP\/1\.1 (?:429|5)/, `${route.url}: ${answer}`);
    }
  }

  async #finish(socket: Socket, rest: Buffer): Promise<string> {
    let answer = '';
    socket.write(rest);
    for await (const chunk of socket) {
      answer += chunk;
      if (answer.includes('\r\n\r\n{')) break;
    }
    return answer;
  }

  #open(): Socket {
    const { hostname: host, port } = new URL(this.#app.base_url);
    const socket = connect({ port: Number(port), host, allowHalfOpen: true });
    return socket.on('error', () => {});
  }
}

const UUID = '00000000-0000-7000-8000-000000000000';

const FORM = 'application/x-www-form-urlencoded';

const BODIES: Record<string, Buffer> = {
  'application/json': Buffer.from('{"name":"Zeiss","title":"Lens"}'),
  'text/csv': Buffer.from('Name,Title,Body\nZeiss,Lens,A lens\n'),
  'message/rfc822': Buffer.from('From: grace@navy.example\r\nSubject: Lens\r\n\r\nA lens\r\n'),
  'application/octet-stream': Buffer.from('A lens of Zeiss'),
  'image/webp': Buffer.from('RIFF\x16\0\0\0WEBPVP8 '),
  [FORM]: Buffer.from('client_id=a&token=b'),
};

/** How many uploads one User may have under way, by their type. */
const UPLOADS_AT_ONCE: Record<string, number> = { 'text/csv': 4, 'multipart/form-data': 2 };

/** How many received files this process holds open. They have no name any more. */
export async function openUploads(): Promise<number> {
  const handles = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(handles.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')));
  return targets.filter((target) => target.includes('rapport-import-')).length;
}
