import type { Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { type Connect, type ConnectTimings, undici } from '../guard/connector.ts';
import { skipInterimAnswers } from './interim-answers.ts';

const CLIENT_OPTIONS = {
  pipelining: 1,
  allowH2: false,
  // The whole exchange has a time limit, with one timer instead of three: see exchange.ts.
  headersTimeout: 0,
  bodyTimeout: 0,
  // Common servers close an idle connection after 5 s: a POST must seldom meet one just closed.
  keepAliveTimeout: 4_000,
  // A receiver may ask for more. We follow it to a new address after a quiet minute.
  keepAliveMaxTimeout: 60_000,
} as const;

/**
 * Connections to receivers, each for one exchange at a time; undici's pool would search all of its
 * own at each request. Those to one origin have no bound: many subscriptions share a host, and
 * those that hang must not keep the others waiting. `workers/sending.ts` bounds the attempts.
 */
export class Connections {
  readonly #connect: Connect;
  readonly #idle = new Map<string, Connection[]>();
  readonly #all = new Set<Connection>();
  #isDestroyed = false;

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  /** The number of connections, idle or in use. */
  get count(): number {
    return this.#all.size;
  }

  /** Takes an idle connection or opens one. Call `giveBack` after the answer, otherwise `drop`. */
  take(origin: string): Connection {
    const idle = this.#idle.get(origin);
    const connection = idle?.pop();
    if (connection === undefined) return this.open(origin);
    if (idle!.length === 0) this.#idle.delete(origin);
    return Object.assign(connection, { isKept: true, timings: { dns_ms: null, connect_ms: null } });
  }

  open(origin: string): Connection {
    const connection: Connection = {
      origin,
      isKept: false,
      timings: { dns_ms: null, connect_ms: null },
      client: new (undici().Client)(origin, {
        ...CLIENT_OPTIONS,
        connect: (options, callback) =>
          this.#connect(options, (...result) => callback(...prepare(connection, result)), connection.timings),
      }),
      socket: null,
      expectAnswer: () => {},
    };
    connection.client.on('disconnect', () => this.#forgetIdle(connection));
    this.#all.add(connection);
    // A connection opened after `destroy` is ended at once, so that the request on it fails.
    if (this.#isDestroyed) this.drop(connection);
    return connection;
  }

  giveBack(connection: Connection): void {
    const idle = this.#idle.get(connection.origin);
    if (idle) idle.push(connection);
    else this.#idle.set(connection.origin, [connection]);
  }

  /** Ends a connection, with whatever is under way on it. */
  drop(connection: Connection): void {
    this.#all.delete(connection);
    void connection.client.destroy();
  }

  /** Ends all connections. Later requests fail. */
  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    this.#idle.clear();
    await Promise.all([...this.#all].map(({ client }) => client.destroy()));
    this.#all.clear();
  }

  /** Removes an idle connection that its receiver has closed, or that was idle for too long. */
  #forgetIdle(connection: Connection): void {
    const idle = this.#idle.get(connection.origin);
    const place = idle?.indexOf(connection) ?? -1;
    if (place === -1) return;
    idle!.splice(place, 1);
    if (idle!.length === 0) this.#idle.delete(connection.origin);
    this.drop(connection);
  }
}

export type Connection = {
  origin: string;
  client: Dispatcher;
  /** True for a connection of an earlier exchange, which its receiver may have closed since. */
  isKept: boolean;
  timings: ConnectTimings;
  /** Null until it is connected. */
  socket: Socket | null;
  /** Call it before each request. */
  expectAnswer: () => void;
};

function prepare(connection: Connection, opened: Parameters<buildConnector.Callback>) {
  const [, socket] = opened;
  if (socket) Object.assign(connection, { socket, expectAnswer: skipInterimAnswers(socket) });
  return opened;
}
