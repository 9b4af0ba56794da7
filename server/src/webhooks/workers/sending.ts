import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import type { Traces } from '../../platform/telemetry/traces.ts';
import type { Ownership } from '../../platform/workers/ownership.ts';
import { type AttemptResult, attemptLine, type Sender, send } from '../attempts/send.ts';
import { type Delivery, readDeliveries, showAsSending } from '../queue/read-queries.ts';
import type { Receivers, Turn } from '../queue/receivers.ts';
import { Settler } from '../queue/settle.ts';
import { Tally } from '../queue/tally.ts';
import { type Batch, InFlight } from './in-flight.ts';
import type { DeliveryMetrics } from './metrics.ts';

/** A busy worker waits until it can take a few: reading one costs as much as reading these. */
const TAKE_MIN = 32;

/** The pause before the database is asked again when it did not answer. */
const RETRY_PAUSE_MS = 250;

/** An attempt that takes longer is shown as being sent. */
const SHOWN_AFTER_MS = 750;

/** How often slow attempts are looked for. */
const SHOW_INTERVAL_MS = 500;

/**
 * The number of files is one for each attempt and each idle connection, and some for the API of the
 * same process.
 */
const SHORTAGE_ADVICE =
  'deliveries wait, nothing of it counts against their receivers, and they are tried again every second. Raise the limit of open files of ' +
  'this process to 16384 or more (ulimit -n, or LimitNOFILE= of systemd), or give the machine more memory';

export type SendingOptions = Sender & {
  db: Queryable;
  /** The database for reading and settling, with fixed plans (decision 0022). */
  queue: Queryable;
  ownership: Ownership;
  schedule_ms: number[];
  log: FastifyBaseLogger;
  traces: Traces;
  deliveryMetrics: DeliveryMetrics;
  /** Called when receivers have used up the deliveries that were read. */
  onHungry: () => void;
  /** Called when a loop has failed by a fault of ours: the worker must be stopped. */
  onFailure: (error: Error) => void;
};

/** Reads, sends and settles the deliveries whose turn has come. */
export class Sending {
  readonly #options: SendingOptions;
  readonly #receivers: Receivers;
  readonly #settler: Settler;
  readonly #inFlight: InFlight;
  readonly #tally: Tally;
  readonly #connecting: FailureLog;
  readonly #reading: FailureLog;
  readonly #unsettled = new Set<Promise<void>>();
  /** The attempts under way, with the time of their beginning, the oldest first. */
  readonly #begun = new Map<Delivery, number>();
  /** Those of them that are shown as being sent. */
  readonly #shown = new WeakSet<Delivery>();
  #showing: NodeJS.Timeout | null = null;
  #taking: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: SendingOptions, receivers: Receivers) {
    this.#options = options;
    this.#receivers = receivers;
    const go = () => this.go();
    this.#settler = new Settler({ ...options, db: options.queue, onChange: go }, receivers);
    this.#inFlight = new InFlight(go);
    this.#tally = new Tally(options);
    this.#connecting = new FailureLog(options.log, 'open connections to receivers', {
      advice: SHORTAGE_ADVICE,
      isExpected: () => true,
    });
    this.#reading = new FailureLog(options.log, 'read deliveries whose turn has come');
  }

  /** Returns how many attempts are under way, and the wait of a ready receiver without one. */
  report(): { sending: number; lag_ms: number } {
    return { sending: this.#begun.size, lag_ms: this.#receivers.lag_ms };
  }

  /** Takes as many deliveries as there is room for, unless this is under way already. */
  go(): void {
    if (this.#receivers.isHungry) this.#options.onHungry();
    if (this.#taking || this.#isStopped || !this.#receivers.isReady) return;
    if (this.#inFlight.room < TAKE_MIN || !this.#options.ownership.holds) return;
    // The pause lets all that happens in this turn of the event loop share one read.
    this.#taking = nextTurn()
      .then(() => this.#takeAll())
      .catch(this.#options.onFailure);
  }

  /** Takes nothing more, and resolves when all is settled. */
  async finish(): Promise<void> {
    this.#isStopped = true;
    await this.#taking;
    await Promise.all(this.#unsettled);
    if (this.#showing) clearTimeout(this.#showing);
    await this.#tally.stop();
  }

  async #takeAll(): Promise<void> {
    const { ownership } = this.#options;
    const isLeaving = (uuid: string) => ownership.isLeaving(uuid);
    while (!this.#isStopped && this.#inFlight.room >= TAKE_MIN && ownership.holds) {
      const turns = this.#receivers.take(this.#inFlight.room, isLeaving);
      if (this.#receivers.isHungry) this.#options.onHungry();
      if (turns.length === 0) break;
      await this.#begin(turns);
    }
    this.#taking = null;
  }

  /** Reads the taken deliveries, and begins those that are still to be sent. */
  async #begin(turns: Turn[]): Promise<void> {
    const { queue, ownership, deliveryMetrics } = this.#options;
    const started_ms = performance.now();
    const keys = turns.map(({ receiver, uuid }) => ({ subscription_uuid: receiver.uuid, uuid }));
    const found = await this.#reading.run(() => readDeliveries(queue, keys));
    if (found === null) await delay(RETRY_PAUSE_MS);
    if (found === null || !ownership.holds || this.#isStopped) {
      for (const { receiver, uuid } of turns) {
        receiver.cancel(uuid);
        this.#receivers.place(receiver);
      }
      return;
    }
    deliveryMetrics.taken((performance.now() - started_ms) / 1000, found.length);
    const deliveries = new Map(found.map((delivery) => [delivery.uuid, delivery]));
    const begun = turns.flatMap((turn) => {
      const delivery = deliveries.get(turn.uuid);
      if (delivery && this.#isToBeSent(turn, delivery)) return [{ turn, delivery }];
      this.#release(turn, delivery);
      return [];
    });
    const batch = this.#inFlight.add(begun.map(({ delivery }) => bodyOf(delivery)));
    for (const { turn, delivery } of begun) this.#attempt(turn, delivery, batch);
    this.#showSlow();
  }

  /** True when a delivery is due, and its receiver takes it. */
  #isToBeSent({ receiver }: Turn, { task, schedule_step, due_at }: Delivery): boolean {
    if ('not_sent_reason' in task) return true;
    // The receiver was enabled just now: the delivery waits until the worker knows its slots.
    if (receiver.endpoint.disabled) return false;
    return schedule_step === 0 || Date.parse(due_at) <= this.#receivers.now_ms;
  }

  /** Frees the slot of a delivery that was not attempted. It waits as before, or has ended. */
  #release({ receiver, uuid }: Turn, delivery: Delivery | undefined): void {
    receiver.attempted();
    if (delivery) receiver.putBack(delivery);
    else receiver.settled(uuid);
    this.#receivers.place(receiver);
  }

  #attempt(turn: Turn, delivery: Delivery, batch: Batch): void {
    const { receiver, uuid } = turn;
    const { endpoint } = receiver;
    const probe = endpoint.paused_until !== null && endpoint.probe_uuid !== uuid;
    this.#begun.set(delivery, performance.now());
    const attempt = this.#send(delivery, probe)
      .finally(() => {
        this.#begun.delete(delivery);
        batch.sent();
      })
      .then((result) => {
        if ('shortage' in result) return this.#release(turn, delivery);
        return this.#settler.settle({ delivery, result, receiver, probe });
      })
      // The fault is ours: the delivery comes again with the next scan, and no other suffers.
      .catch((err) => {
        this.#options.log.error({ err, delivery_uuid: uuid }, 'could not make an attempt');
        receiver.attempted();
        receiver.settled(uuid);
      })
      .finally(() => {
        this.#unsettled.delete(attempt);
        batch.settled(bodyOf(delivery));
      });
    this.#unsettled.add(attempt);
  }

  /**
   * Sends a delivery. An attempt that failed has a line in the log, with all fields to search by.
   * One that succeeded has its line at `debug`: the delivery log in the database has it as well.
   */
  async #send(delivery: Delivery, probe: boolean): Promise<AttemptResult> {
    const { log, traces, deliveryMetrics } = this.#options;
    const { uuid, subscription_uuid, account_uuid, event_uuid, event, attempt_count } = delivery;
    const span = traces.startSpan(`deliver ${event}`, 'client', delivery.traceparent);
    const result = await send(this.#options, delivery);
    deliveryMetrics.attempted(delivery, result);
    const attempt = attempt_count + 1;
    const line = { delivery_uuid: uuid, subscription_uuid, account_uuid, event_uuid, event, attempt, probe };
    if ('shortage' in result) {
      this.#inFlight.pause();
      // The log tells the shortage once, not for each attempt.
      this.#connecting.failed(result.shortage);
      span.end(line, true);
    } else if ('not_sent_reason' in result) {
      log.info({ ...line, ...result }, 'webhook not sent');
      span.end({ ...line, ...result }, true);
    } else {
      this.#connecting.worked();
      const told = { ...line, ...attemptLine(result) };
      log[result.error_kind === null ? 'debug' : 'info'](told, 'webhook attempt');
      span.end(told, result.error_kind !== null);
      this.#tally.note(subscription_uuid, result);
    }
    return result;
  }

  /** Shows attempts that take long as being sent, in the log that Users see. */
  #showSlow(): void {
    this.#showing ??= setTimeout(async () => {
      const before_ms = performance.now() - SHOWN_AFTER_MS;
      const isHidden = ([delivery, begun_ms]: [Delivery, number]) =>
        begun_ms <= before_ms && !this.#shown.has(delivery);
      const slow = [...this.#begun].filter(isHidden).map(([delivery]) => delivery);
      // Only people need this: what cannot be shown is delivered all the same.
      if (slow.length > 0) await this.#show(slow).catch(() => {});
      this.#showing = null;
      if (this.#begun.size > 0 && !this.#isStopped) this.#showSlow();
    }, SHOW_INTERVAL_MS).unref();
  }

  async #show(deliveries: Delivery[]): Promise<void> {
    await showAsSending(this.#options.queue, this.#options.ownership.worker_uuid, deliveries);
    for (const delivery of deliveries) this.#shown.add(delivery);
  }
}

function bodyOf({ task }: Delivery): Buffer | null {
  return 'body' in task ? task.body : null;
}
