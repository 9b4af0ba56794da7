import { createServer, type Socket } from 'node:net';
import { freePort } from '../../testing/free-port.ts';
import { bearerIn } from './imap-server.ts';

/** A place in the conversation (RFC 5321): where a server goes away, or says something else. */
export type Phase = 'connect' | 'ehlo' | 'auth' | 'mail' | 'rcpt' | 'data' | 'content' | 'dot';

/** What the server does at a place: it hangs up, falls silent, or says this line. */
export type Trick = 'hang_up' | 'silence' | `${number} ${string}`;

/** A mail as a server has taken it. */
export type TakenMail = { from: string; to: string[]; text: string };

/** A mail server for tests, which takes everything, and goes wrong where a test says so. */
export type SmtpServer = {
  port: number;
  password: string;
  /** Whether it lets a User in with a token (XOAUTH2). */
  takes: (user: string, token: string) => Promise<boolean>;
  /** Where it goes wrong, and for which receivers. */
  tricks: Partial<Record<Phase, Trick>>;
  refused: Map<string, string>;
  /** The mails that it has taken, whether or not it could say so. */
  taken: TakenMail[];
  /** Called before the answer to the end of a mail, which has been taken. */
  onTaken: (mail: TakenMail) => Promise<void> | void;
  /** Called when it comes to a place, before it answers. */
  onPhase: (phase: Phase) => Promise<void> | void;
  phases: Phase[];
  close(): Promise<void>;
};

export async function startMailServer({ extensions = [] as string[] } = {}): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const state: SmtpServer = {
    port: await freePort(),
    password: 'imap-secret',
    takes: async () => false,
    tricks: {},
    refused: new Map(),
    taken: [],
    onTaken: () => {},
    onPhase: () => {},
    phases: [],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    void new Conversation(state, socket, extensions).hold().catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(state.port, '127.0.0.1', resolve));
  return state;
}

class Conversation {
  readonly #server: SmtpServer;
  readonly #socket: Socket;
  readonly #extensions: string[];
  #mail: { from: string; to: string[] } = { from: '', to: [] };

  constructor(server: SmtpServer, socket: Socket, extensions: string[]) {
    this.#server = server;
    this.#socket = socket;
    this.#extensions = extensions;
  }

  async hold(): Promise<void> {
    if (!(await this.#come('connect', '220 test ready'))) return;
    let text = '';
    let content: string | null = null;
    for await (const chunk of this.#socket.setEncoding('latin1')) {
      text += chunk;
      for (;;) {
        if (content !== null) {
          if (text !== '' && !(await this.#come('content', ''))) return;
          const end = text.indexOf('\r\n.\r\n');
          if (end === -1) break;
          content = text.slice(0, end + 2).replaceAll('\r\n..', '\r\n.');
          text = text.slice(end + 5);
          if (!(await this.#take(content))) return;
          content = null;
          continue;
        }
        const end = text.indexOf('\r\n');
        if (end === -1) break;
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        const answer = await this.#answer(line);
        if (answer === 'gone') return;
        if (answer === 'content') content = '';
      }
    }
  }

  async #answer(line: string): Promise<'gone' | 'content' | 'on'> {
    const upper = line.toUpperCase();
    const on = (isOn: boolean) => (isOn ? 'on' : 'gone');
    if (upper.startsWith('EHLO') || upper.startsWith('HELO')) {
      const lines = ['test', 'AUTH PLAIN XOAUTH2', ...this.#extensions];
      const said = lines
        .map((one, index) => `250${index === lines.length - 1 ? ' ' : '-'}${one}`)
        .join('\r\n');
      return on(await this.#come('ehlo', said));
    }
    if (upper.startsWith('AUTH')) {
      const [, mechanism, given = ''] = line.split(' ');
      const isRight =
        mechanism === 'XOAUTH2'
          ? await this.#server.takes(...bearerIn(given))
          : Buffer.from(given, 'base64').toString().endsWith(`\0${this.#server.password}`);
      return on(await this.#come('auth', isRight ? '235 in' : '535 5.7.8 Authentication failed'));
    }
    if (upper.startsWith('MAIL FROM:')) {
      this.#mail = { from: /<(.*?)>/.exec(line)?.[1] ?? '', to: [] };
      return on(await this.#come('mail', '250 ok'));
    }
    if (upper.startsWith('RCPT TO:')) {
      const to = /<(.*?)>/.exec(line)?.[1] ?? '';
      const refused = this.#server.refused.get(to);
      const isRefused = refused !== undefined || /^[45]/.test(this.#server.tricks.rcpt ?? '');
      if (!isRefused) this.#mail.to.push(to);
      return on(await this.#come('rcpt', refused ?? '250 ok'));
    }
    if (upper === 'DATA') {
      const isTaken = this.#mail.to.length > 0;
      if (!(await this.#come('data', isTaken ? '354 go on' : '554 no receivers'))) return 'gone';
      return isTaken && !this.#server.tricks.data?.match(/^[45]/) ? 'content' : 'on';
    }
    if (upper === 'QUIT') {
      this.#socket.end('221 bye\r\n');
      return 'gone';
    }
    return on(this.#say('250 ok'));
  }

  /** Takes a mail, whatever it says about it afterwards, unless it refuses it. */
  async #take(text: string): Promise<boolean> {
    const { dot } = this.#server.tricks;
    const mail = { ...this.#mail, text: Buffer.from(text, 'latin1').toString() };
    if (dot === undefined || dot === 'hang_up' || dot === 'silence') {
      this.#server.taken.push(mail);
      await this.#server.onTaken(mail);
    }
    return this.#come('dot', '250 2.0.0 taken');
  }

  /** Comes to a place. False: it goes no further. */
  async #come(phase: Phase, usual: string): Promise<boolean> {
    this.#server.phases.push(phase);
    await this.#server.onPhase(phase);
    const trick = this.#server.tricks[phase];
    if (trick === 'hang_up') {
      this.#socket.destroy();
      return false;
    }
    if (trick === 'silence') return false;
    return this.#say(trick ?? usual);
  }

  #say(line: string): true {
    if (line !== '' && !this.#socket.destroyed) this.#socket.write(`${line}\r\n`);
    return true;
  }
}
