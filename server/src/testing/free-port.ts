import { createServer } from 'node:net';

/**
 * Ports below those that a system assigns by itself, on Linux from 32768 on. It might assign one of
 * those before our server listens.
 */
const [FIRST_PORT, BLOCKS, BLOCK_SIZE] = [20_000, 750, 16];

/** Each process has its own block of ports, because test files run at the same time. */
const block = FIRST_PORT + (process.pid % BLOCKS) * BLOCK_SIZE;

let next = 0;

/**
 * Returns a port of this machine on which nobody listens, for a service that must know its address
 * before it listens.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < BLOCK_SIZE; tried++) {
    const port = block + (next++ % BLOCK_SIZE);
    if (await isFree(port)) return port;
  }
  throw new Error(`Somebody listens on all ports from ${block} to ${block + BLOCK_SIZE - 1}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
