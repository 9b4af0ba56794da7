import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';

/** A name server on loopback that answers as a test says, or not at all. */
export type TestDnsServer = { address: string; questions: string[]; close: () => void };

/**
 * Starts the server. `answer` gets each question as `A name` or `AAAA name`. It gives the IPv4
 * addresses to answer with, [] for a name that does not exist, or null to keep silent.
 */
export async function startDnsServer(answer: (question: string) => string[] | null): Promise<TestDnsServer> {
  const questions: string[] = [];
  const socket = createSocket('udp4', (query: Buffer, from: RemoteInfo) => {
    const question = readQuestion(query);
    questions.push(question);
    const addresses = answer(question);
    if (addresses) socket.send(writeAnswer(query, addresses), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, questions, close: () => socket.close() };
}

const HEADER_BYTES = 12;

/** RFC 1035 §4.1.2: labels with their lengths, a zero, the type and the class. */
function readQuestion(query: Buffer): string {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1) === 28 ? 'AAAA' : 'A';
  return `${type} ${labels.join('.').toLowerCase()}`;
}

/** The question again, then one A record for each address. A lifetime of 0 s forbids keeping it. */
function writeAnswer(query: Buffer, addresses: string[]): Buffer {
  const question = query.subarray(0, query.indexOf(0, HEADER_BYTES) + 5);
  const header = Buffer.from(question);
  header.writeUInt16BE(addresses.length > 0 ? 0x8180 : 0x8183, 2); // an answer, or NXDOMAIN
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, ...records]);
}
