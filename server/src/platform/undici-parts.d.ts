declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}

declare module 'undici/lib/dispatcher/agent.js' {
  import { EventEmitter } from 'node:events';
  import type { Agent as WholeAgent } from 'undici';

  /** What it can do by itself. The index of undici adds the rest, such as `request`. */
  export default class Agent extends EventEmitter {
    constructor(options?: WholeAgent.Options);
    dispatch: WholeAgent['dispatch'];
    destroy(): Promise<void>;
    /** By origin, of those that there is a pool for. */
    readonly stats: Record<string, unknown>;
  }
}

declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
