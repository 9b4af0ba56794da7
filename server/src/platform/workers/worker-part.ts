/** One sort of work of a worker, such as sending deliveries. Its shards come by the ownership. */
export type WorkerPart = {
  /** The channel on which other workers hear that this one leaves its work to them. */
  channel: string;
  start(): Promise<void>;
  /** Begins nothing more, and resolves when what is under way is written. */
  finish(): Promise<void>;
  /** Ends what listens. Call it after the worker has left. */
  close(): Promise<void>;
};
