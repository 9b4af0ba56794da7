import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import type { Traces } from '../../platform/telemetry/traces.ts';
import { attemptLine, type Sender, send } from '../attempts/send.ts';
import type { Ownership } from '../queue/ownership.ts';
import { type Delivery, readDeliveries, showAsSending } from '../queue/read-queries.ts';
import type { Receivers, Turn } from '../queue/receivers.ts';
import { Settler } from '../queue/settle.ts';
import type { SentDelivery } from '../queue/settlement.ts';
import { Tally } from '../queue/tally.ts';
import { InFlight } from './in-flight.ts';
import type { DeliveryMetrics } from './metrics.ts';

/**
 * A nearly busy worker waits until it can take a few at once: reading one costs as much as reading
 * these.
 */
const TAKE_MIN = 32;

/** The pause before the database is asked again when it did not answer. */
const RETRY_PAUSE_MS = 250;

/** An attempt that takes longer is shown as being sent. */
const SHOWN_AFTER_MS = 750;

/** How often slow attempts are looked for. */
const SHOW_INTERVAL_MS = 500;

/** Room for all attempts of a worker, idle connections and an API beside it. */
const SHORTAGE_ADVICE =
  'deliveries wait, nothing of it counts against their receivers, and they are tried again every second. Raise the limit of open files of ' +
  'this process to 16384 or more (ulimit -n, or LimitNOFILE= of systemd), or give the machine more memory';

export type SendingOptions = Sender & {
  db: Queryable;
  /** For what is read and settled, with fixed plans (decision 0022). */
  queue: Queryable;
  ownership: Ownership;
  schedule_ms: number[];
  log: FastifyBaseLogger;
  traces: Traces;
  deliveryMetrics: DeliveryMetrics;
  /** Called when receivers have used up the deliveries that were read. */
  onHungry: () => void;
  /**
   * Told when a loop has failed, which is a fault of ours: faults of the database are waited out.
   * The other loops go on. Whoever started the worker must stop it, as it no longer does all of its
   * work.
   */
  onFailure: (error: Error) => void;
};

/** The deliveries whose turn has come: each is read, sent and settled. */
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
  #showing: NodeJS.Timeout | null = null;
  #isTaking = false;
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

  /** How many attempts are under way, and for how long a receiver has waited that has none. */
  report(): { sending: number; lag_ms: number } {
    const since_ms = this.#receivers.waiting_since_ms;
    const lag_ms = since_ms === null ? 0 : Math.max(this.#options.clock.now().getTime() - since_ms, 0);
    return { sending: this.#begun.size, lag_ms };
  }

  /** Takes what there is room for, unless it is being done already. */
  go(): void {
    if (this.#receivers.isHungry) this.#options.onHungry();
    if (this.#isTaking || this.#isStopped || !this.#receivers.isReady) return;
    if (this.#inFlight.room < TAKE_MIN || !this.#options.ownership.holds) return;
    this.#isTaking = true;
    // Whatever else happens in this turn of the event loop comes along.
    setImmediate(() => this.#takeAll().catch(this.#options.onFailure));
  }

  /** Takes nothing more, and resolves when all is settled. */
  async finish(): Promise<void> {
    this.#isStopped = true;
    while (this.#isTaking || this.#unsettled.size > 0) await Promise.race([...this.#unsettled, delay(10)]);
    if (this.#showing) clearTimeout(this.#showing);
    await this.#tally.stop();
  }

  async #takeAll(): Promise<void> {
    const { clock, ownership } = this.#options;
    while (!this.#isStopped && this.#inFlight.room >= TAKE_MIN && ownership.holds) {
      const isLeaving = (uuid: string) => ownership.isLeaving(uuid);
      const turns = this.#receivers.take(this.#inFlight.room, clock.now().getTime(), isLeaving);
      if (this.#receivers.isHungry) this.#options.onHungry();
      if (turns.length === 0) break;
      await this.#begin(turns);
    }
    this.#isTaking = false;
  }

  /** Reads what is to be sent, and begins with each that still is. */
  async #begin(turns: Turn[]): Promise<void> {
    const { queue, ownership, deliveryMetrics } = this.#options;
    const worker_uuid = ownership.worker_uuid;
    const started_ms = performance.now();
    const keys = turns.map(({ receiver, uuid }) => ({ subscription_uuid: receiver.uuid, uuid }));
    const found = await readDeliveries(queue, keys).catch(async (err) => {
      this.#reading.failed(err);
      await delay(RETRY_PAUSE_MS);
      return null;
    });
    if (found === null || worker_uuid !== ownership.worker_uuid || !ownership.holds || this.#isStopped)
      return this.#putBack(turns);
    this.#reading.worked();
    deliveryMetrics.taken((performance.now() - started_ms) / 1000, found.length);
    const deliveries = new Map(found.map((delivery) => [delivery.uuid, delivery]));
    const begun = turns.filter((turn) => this.#isToBeSent(turn, deliveries.get(turn.uuid)));
    const { sent, settled } = this.#inFlight.add(begun.map(({ uuid }) => bodyOf(deliveries.get(uuid)!)));
    for (const turn of begun) this.#attempt(turn, deliveries.get(turn.uuid)!, worker_uuid, sent, settled);
    this.#showSlow();
  }

  /** Puts deliveries back that were not read; the table says where each belongs. */
  #putBack(turns: Turn[]): void {
    const now_ms = this.#options.clock.now().getTime();
    for (const { receiver, uuid } of turns) {
      receiver.attempted();
      receiver.putBack(uuid, false, now_ms);
      receiver.reload();
      this.#receivers.place(receiver, now_ms);
    }
  }

  /** Whether it is there, due and to be sent by what is known of its receiver. */
  #isToBeSent({ receiver, uuid }: Turn, delivery: Delivery | undefined): boolean {
    const now = this.#options.clock.now();
    const { endpoint } = receiver;
    if (delivery) {
      const isDue =
        delivery.schedule_step === 0 || delivery.due_at <= now || 'not_sent_reason' in delivery.task;
      // A disabled receiver has no slots to count. Enabled a moment ago, it is about to have them.
      const isCounted = !endpoint.disabled || 'not_sent_reason' in delivery.task;
      if (isDue && isCounted) return true;
    }
    receiver.attempted();
    if (!delivery) receiver.settled(uuid);
    else receiver.putBack(uuid, delivery.schedule_step > 0, delivery.due_at.getTime());
    this.#receivers.place(receiver, now.getTime());
    return false;
  }

  #attempt(
    turn: Turn,
    delivery: Delivery,
    worker_uuid: string,
    sent: () => void,
    settled: (body: Buffer | null) => void,
  ): void {
    const { log } = this.#options;
    const { endpoint } = turn.receiver;
    const probe = endpoint.paused_until !== null && endpoint.probe_uuid !== turn.uuid;
    this.#begun.set(delivery, performance.now());
    const attempt = this.#send(delivery, probe)
      .finally(() => {
        this.#begun.delete(delivery);
        sent();
      })
      .then((result) => {
        this.#noteShortage(result);
        return this.#settler.settle({ delivery, result, receiver: turn.receiver, worker_uuid, probe });
      })
      // Our own fault: it is tried again after the next scan. The others must not suffer for it.
      .catch((err) => {
        log.error({ err, delivery_uuid: delivery.uuid }, 'could not make an attempt');
        turn.receiver.attempted();
        turn.receiver.settled(turn.uuid);
      })
      .finally(() => {
        this.#unsettled.delete(attempt);
        settled(bodyOf(delivery));
      });
    this.#unsettled.add(attempt);
  }

  #noteShortage(result: SentDelivery['result']): void {
    if ('shortage' in result) {
      this.#inFlight.pause();
      this.#connecting.failed(result.shortage);
    } else if (!('not_sent_reason' in result)) this.#connecting.worked();
  }

  /** Sends a delivery. Each attempt has one log line, with all fields to search by. */
  async #send(delivery: Delivery, probe: boolean): Promise<SentDelivery['result']> {
    const { log, traces, deliveryMetrics } = this.#options;
    const { uuid, subscription_uuid, account_uuid, event_uuid, event } = delivery;
    const number = delivery.attempt_count + 1;
    const span = traces.startSpan(`deliver ${event}`, 'client', delivery.traceparent);
    const result = await send(this.#options, { ...delivery, number });
    deliveryMetrics.attempted(delivery, result);
    const line = {
      delivery_uuid: uuid,
      subscription_uuid,
      account_uuid,
      event_uuid,
      event,
      attempt: number,
      probe,
    };
    if ('shortage' in result) {
      // Told once for all of them, and not once a second for each.
      span.end(line, true);
    } else if ('not_sent_reason' in result) {
      log.info({ ...line, ...result }, 'webhook not sent');
      span.end({ ...line, ...result }, true);
    } else {
      const told = { ...line, ...attemptLine(result) };
      log.info(told, 'webhook attempt');
      span.end(told, result.error_kind !== null);
      this.#tally.note(subscription_uuid, result);
    }
    return result;
  }

  /** Shows in the log of its User what has been under way for long. */
  #showSlow(): void {
    this.#showing ??= setTimeout(async () => {
      const before_ms = performance.now() - SHOWN_AFTER_MS;
      const slow: Delivery[] = [];
      for (const [delivery, begun_ms] of this.#begun) {
        if (begun_ms > before_ms) break;
        if (begun_ms > before_ms - SHOW_INTERVAL_MS * 2) slow.push(delivery);
      }
      const { queue, ownership } = this.#options;
      // Only people need this: what cannot be shown is delivered all the same.
      if (slow.length > 0) await showAsSending(queue, ownership.worker_uuid, slow).catch(() => {});
      this.#showing = null;
      if (this.#begun.size > 0 && !this.#isStopped) this.#showSlow();
    }, SHOW_INTERVAL_MS).unref();
  }
}

function bodyOf({ task }: Delivery): Buffer | null {
  return 'body' in task ? task.body : null;
}
