import { connect, type Socket } from 'node:net';

/** What a scanner says of bytes. `away`: it has not looked at them. */
export type Verdict = 'clean' | 'infected' | 'away';

/** Looks through the bytes of a file, whoever answers. */
export type Scanner = { scan(bytes: AsyncIterable<Buffer>): Promise<Verdict> };

/** A scanner that says nothing for so long is away. */
const SILENCE_MAX_MS = 60_000;

/** Its answer is a line. More is none. */
const ANSWER_MAX_LENGTH = 10_000;

/**
 * The scanner clamd at an address (clamd(8), INSTREAM): each chunk behind its length, a length of 0
 * at the end, then one line. Whatever goes wrong, it is away.
 */
export function clamd({ host, port }: { host: string; port: number }, log: (why: string) => void): Scanner {
  return {
    scan: async (bytes) => {
      const socket = connect(port, host);
      const ended = answerOf(socket);
      try {
        await write(socket, 'zINSTREAM\0', ended);
        for await (const chunk of bytes) {
          const length = Buffer.alloc(4);
          length.writeUInt32BE(chunk.length);
          await write(socket, length, ended);
          await write(socket, chunk, ended);
        }
        await write(socket, Buffer.alloc(4), ended);
        const answer = await ended;
        if (/: OK$/.test(answer)) return 'clean';
        if (/ FOUND$/.test(answer)) return 'infected';
        log(`clamd answers: ${answer.slice(0, 200)}`);
        return 'away';
      } catch (error) {
        log(`clamd is away: ${(error as Error).message}`);
        return 'away';
      } finally {
        socket.destroy();
      }
    },
  };
}

/** The line with which clamd answers, also while bytes are still being sent. */
function answerOf(socket: Socket): Promise<string> {
  const answer = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.setTimeout(SILENCE_MAX_MS, () => reject(new Error(`it is silent for ${SILENCE_MAX_MS / 1000} s`)));
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (text.length > ANSWER_MAX_LENGTH) reject(new Error('its answer is too long'));
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')).trim());
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('it closed the connection')));
  });
  answer.catch(() => {});
  return answer;
}

/** Writes when there is room for it, or not at all: then the answer says why. */
async function write(socket: Socket, bytes: Buffer | string, ended: Promise<string>): Promise<void> {
  if (socket.destroyed || socket.write(bytes)) return;
  const room = new Promise((resolve) => socket.once('drain', resolve));
  await Promise.race([room, ended]);
}
