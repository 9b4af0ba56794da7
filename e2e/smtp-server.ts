import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A received mail: its recipient, and all its lines. */
type ReceivedMail = { to: string; text: string };

/** A mail server that accepts everything (RFC 5321), with only the parts that a mailer needs. */
type SmtpServer = {
  url: string;
  /** Resolves with the next unread mail to this address. */
  nextMail(to: string): Promise<ReceivedMail>;
  close(): void;
};

/** Starts the mail server. It greets clients only after `opened`. */
export async function startSmtpServer(opened: Promise<void> = Promise.resolve()): Promise<SmtpServer> {
  const unread: ReceivedMail[] = [];
  let onMail = () => {};
  const converse = async (socket: Socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`);
    socket.on('error', () => {});
    await opened;
    say('220 test');
    let to = '';
    let lines: string[] | null = null;
    for await (const line of createInterface(socket)) {
      if (lines !== null && line === '.') {
        unread.push({ to, text: decode(lines.join('\n')) });
        lines = null;
        say('250 taken');
        onMail();
      } else if (lines !== null) lines.push(line);
      else if (/^RCPT TO:/i.test(line)) {
        to = /<(.*)>/.exec(line)![1]!;
        say('250 ok');
      } else if (/^DATA/i.test(line)) {
        lines = [];
        say('354 go on');
      } else say(/^QUIT/i.test(line) ? '221 bye' : '250 ok');
    }
  };
  // A client that stops may reset the connection after its mail was taken.
  const server = createServer((socket) => void converse(socket).catch(() => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const nextMail = async (to: string): Promise<ReceivedMail> => {
    for (;;) {
      const at = unread.findIndex((mail) => mail.to === to);
      if (at >= 0) return unread.splice(at, 1)[0]!;
      await new Promise<void>((resolve) => {
        onMail = resolve;
      });
    }
  };
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, nextMail, close: () => server.close() };
}

/**
 * Decodes quoted-printable, which breaks long lines and encodes some characters (RFC 2045 §6.7).
 */
function decode(text: string): string {
  if (!/quoted-printable/i.test(text)) return text;
  return text
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}
