import { createServer, type Socket } from 'node:net';
import { freePort } from '../../testing/free-port.ts';

type Message = { uid: number; raw: string; received_at: Date };
type Folder = { uid_validity: number; uid_next: number; messages: Message[]; flags: string };

/** A mail server for tests, which a test fills and spoils. */
export type ImapServer = {
  port: number;
  /** Changes: another password, or silence instead of answers. */
  password: string;
  is_silent: boolean;
  /** Whether it lets a User in with a token (XOAUTH2); null: it knows no tokens. */
  takes: ((user: string, token: string) => Promise<boolean>) | null;
  /** The commands so far, without their tags. */
  commands: string[];
  /** How many wait for mail now (IDLE). */
  waiting: Set<() => void>;
  folders: Map<string, Folder>;
  /** Puts a mail into a folder. */
  add(raw: string, folder?: string, received_at?: Date): number;
  /** Gives all mails of a folder new numbers, as a server does that was set up anew. */
  renumber(folder: string): void;
  close(): Promise<void>;
};

/**
 * Starts a mail server that speaks as much IMAP as a reader needs (RFC 9051): signing in, folders,
 * searching by day and number, heads and whole mails, and keeping a sent one.
 */
export async function startImapServer(): Promise<ImapServer> {
  const folder = (flags: string): Folder => ({ uid_validity: 7, uid_next: 1, messages: [], flags });
  const sockets = new Set<Socket>();
  const state: ImapServer = {
    port: await freePort(),
    password: 'imap-secret',
    is_silent: false,
    takes: null,
    commands: [],
    waiting: new Set(),
    folders: new Map([
      ['INBOX', folder('')],
      ['Sent', folder('\\Sent')],
      ['Junk', folder('\\Junk')],
    ]),
    add: (raw, name = 'INBOX', received_at = new Date()) => {
      const { messages, uid_next } = state.folders.get(name)!;
      messages.push({ uid: uid_next, raw: raw.replaceAll(/\r?\n/g, '\r\n'), received_at });
      const uid = state.folders.get(name)!.uid_next++;
      for (const tell of state.waiting) tell();
      return uid;
    },
    renumber: (name) => {
      const box = state.folders.get(name)!;
      box.uid_validity += 1;
      box.messages = box.messages.map((message, index) => ({ ...message, uid: index + 1 }));
      box.uid_next = box.messages.length + 1;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    new Conversation(state, socket).begin();
  });
  await new Promise<void>((resolve) => server.listen(state.port, '127.0.0.1', resolve));
  return state;
}

class Conversation {
  readonly #server: ImapServer;
  readonly #socket: Socket;
  #open: Folder | null = null;
  #text = '';
  #idle: { tag: string; tell: () => void } | null = null;
  /** The command whose literal is still to come, and how long that is. */
  #waiting: { line: string; length: number } | null = null;

  constructor(server: ImapServer, socket: Socket) {
    this.#server = server;
    this.#socket = socket;
  }

  begin(): void {
    this.#say(`* OK [CAPABILITY ${this.#capabilities}] ready`);
    this.#socket
      .setNoDelay()
      .setEncoding('latin1')
      .on('close', () => this.#idle && this.#server.waiting.delete(this.#idle.tell))
      .on('data', (text: string) => {
        this.#text += text;
        while (this.#takeCommand());
      });
  }

  get #capabilities(): string {
    return `IMAP4rev1 IDLE UIDPLUS SPECIAL-USE${this.#server.takes ? ' SASL-IR AUTH=XOAUTH2' : ''}`;
  }

  #say(line: string): void {
    if (!this.#server.is_silent) this.#socket.write(`${line}\r\n`, 'latin1');
  }

  #takeCommand(): boolean {
    if (this.#waiting) {
      const { line, length } = this.#waiting;
      if (this.#text.length < length) return false;
      const literal = this.#text.slice(0, length);
      this.#text = this.#text.slice(length);
      this.#waiting = null;
      return this.#takeLine(line, literal);
    }
    return this.#takeLine('', '');
  }

  #takeLine(before: string, literal: string): boolean {
    const end = this.#text.indexOf('\r\n');
    if (end === -1) return false;
    const line = before + this.#text.slice(0, end);
    this.#text = this.#text.slice(end + 2);
    const length = /\{(\d+)\+?\}$/.exec(line)?.[1];
    if (length !== undefined) {
      this.#waiting = { line: line.replace(/\{\d+\+?\}$/, ''), length: Number(length) };
      this.#say('+ go on');
      return true;
    }
    const [tag = '', ...words] = line.split(' ');
    const command = words.join(' ');
    this.#server.commands.push(command);
    if (/^IDLE$/i.test(command)) return this.#wait(tag);
    if (/^DONE$/i.test(tag)) return this.#goOn();
    const [, bearer] = /^AUTHENTICATE XOAUTH2 (\S+)$/i.exec(command) ?? [];
    if (bearer) this.#letIn(tag, bearer).catch(() => this.#socket.destroy());
    else this.#answer(tag, command, literal);
    return true;
  }

  async #letIn(tag: string, bearer: string): Promise<void> {
    const isRight = (await this.#server.takes?.(...bearerIn(bearer))) ?? false;
    this.#say(`${tag} ${isRight ? 'OK in' : 'NO [AUTHENTICATIONFAILED] Authentication failed.'}`);
  }

  /** Waits, and tells of each new mail in the open folder (RFC 2177). */
  #wait(tag: string): true {
    this.#idle = { tag, tell: () => this.#say(`* ${this.#open?.messages.length ?? 0} EXISTS`) };
    this.#server.waiting.add(this.#idle.tell);
    this.#say('+ idling');
    return true;
  }

  #goOn(): true {
    if (this.#idle) this.#server.waiting.delete(this.#idle.tell);
    this.#say(`${this.#idle?.tag} OK waited`);
    this.#idle = null;
    return true;
  }

  #answer(tag: string, command: string, literal: string): void {
    this.#say(`${tag} ${this.#endOf(command, literal)}`);
  }

  /** Answers a command but for its last line, which it returns. */
  #endOf(command: string, literal: string): string {
    const upper = command.toUpperCase();
    if (upper.startsWith('LOGIN') || upper.startsWith('AUTHENTICATE')) {
      const isRight = command.includes(this.#server.password);
      return isRight ? 'OK in' : 'NO [AUTHENTICATIONFAILED] Authentication failed.';
    }
    if (upper.startsWith('CAPABILITY')) this.#say(`* CAPABILITY ${this.#capabilities}`);
    else if (upper.startsWith('LIST') || upper.startsWith('LSUB')) this.#list(upper);
    else if (upper.startsWith('STATUS')) this.#status(command);
    else if (upper.startsWith('SELECT') || upper.startsWith('EXAMINE')) return this.#select(command);
    else if (upper.startsWith('UID SEARCH')) this.#search(command);
    else if (upper.startsWith('UID FETCH')) this.#fetch(command);
    else if (upper.startsWith('APPEND')) this.#server.add(literal, named(command));
    else if (upper.startsWith('LOGOUT')) this.#say('* BYE');
    return 'OK done';
  }

  #list(upper: string): void {
    // Asked for nothing, a server says what stands between the names (RFC 9051 §6.3.9).
    if (upper.endsWith('"" ""')) this.#say('* LIST (\\Noselect) "/" ""');
    else
      for (const [name, { flags }] of this.#server.folders)
        this.#say(`* ${upper.startsWith('LSUB') ? 'LSUB' : 'LIST'} (${flags}) "/" "${name}"`);
  }

  #status(command: string): void {
    const folder = this.#server.folders.get(named(command));
    if (folder)
      this.#say(
        `* STATUS "${named(command)}" (MESSAGES ${folder.messages.length} UIDNEXT ${folder.uid_next})`,
      );
  }

  #select(command: string): string {
    const folder = this.#server.folders.get(named(command));
    this.#open = folder ?? null;
    if (!folder) return 'NO no such folder';
    this.#say(`* ${folder.messages.length} EXISTS`);
    this.#say(`* OK [UIDVALIDITY ${folder.uid_validity}]`);
    this.#say(`* OK [UIDNEXT ${folder.uid_next}]`);
    return 'OK [READ-ONLY] open';
  }

  #search(command: string): void {
    const since = /SINCE (\S+)/i.exec(command)?.[1];
    const header = /HEADER MESSAGE-ID "?([^" ]+)"?/i.exec(command)?.[1];
    const range = /UID (\d+):/i.exec(command.slice('UID SEARCH'.length))?.[1];
    const all = this.#open?.messages ?? [];
    const people = [...command.matchAll(/\b(?:FROM|TO|CC) "?([^" ()]+)"?/g)].map(([, one]) => one!);
    const found = all.filter(({ uid, raw, received_at }, index) => {
      // A server answers `n:*` with its last mail, even when that is older.
      const isInRange = range === undefined || uid >= Number(range) || index === all.length - 1;
      const isLate = since === undefined || received_at >= new Date(`${since.replaceAll('"', '')} UTC`);
      const head = raw.slice(0, raw.indexOf('\r\n\r\n')).toLowerCase();
      const isOfAny = people.length === 0 || people.some((one) => head.includes(one.toLowerCase()));
      return isInRange && isLate && isOfAny && (header === undefined || raw.includes(header));
    });
    this.#say(`* SEARCH ${found.map(({ uid }) => uid).join(' ')}`.trimEnd());
  }

  #fetch(command: string): void {
    const [, set = '', asked = ''] = /^UID FETCH (\S+) (.*)$/i.exec(command) ?? [];
    const isAsked = ({ uid }: Message) =>
      set.split(',').some((part) => {
        const [from, to = from] = part.split(':').map(Number);
        return uid >= from! && uid <= to!;
      });
    for (const [index, message] of (this.#open?.messages ?? []).entries()) {
      if (!isAsked(message)) continue;
      const { uid, raw, received_at } = message;
      const section = /HEADER\.FIELDS/i.test(asked) ? headOf(raw, asked) : /BODY/i.test(asked) ? raw : null;
      const name = /BODY(?:\.PEEK)?(\[[^\]]*\])/i.exec(asked)?.[1];
      const body = section === null ? '' : ` BODY${name} {${section.length}}\r\n${section}`;
      const date = received_at
        .toUTCString()
        .replace(/^\w+, (\d+) (\w+) (\d+) (\S+) GMT$/, '$1-$2-$3 $4 +0000');
      this.#say(`* ${index + 1} FETCH (UID ${uid} RFC822.SIZE ${raw.length} INTERNALDATE "${date}"${body})`);
    }
  }
}

/** The User and the token of XOAUTH2. */
export function bearerIn(base64: string): [user: string, token: string] {
  const said = Buffer.from(base64, 'base64').toString();
  const [user = '', token = ''] = said.split(String.fromCharCode(1));
  return [user.replace('user=', ''), token.replace('auth=Bearer ', '')];
}

function named(command: string): string {
  return (
    /^\S+ (?:"([^"]*)"|(\S+))/
      .exec(command)
      ?.slice(1)
      .find((name) => name !== undefined) ?? ''
  );
}

function headOf(raw: string, asked: string): string {
  const names = /HEADER\.FIELDS \(([^)]*)\)/i.exec(asked)![1]!.toLowerCase().split(' ');
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n(?=[ \t])/g, '\u0001');
  const kept = head.split('\r\n').filter((line) => names.includes(line.split(':')[0]!.toLowerCase()));
  return `${kept.map((line) => line.replaceAll('\u0001', '\r\n')).join('\r\n')}\r\n\r\n`;
}
