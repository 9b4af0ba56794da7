import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookDelivery } from '@rapport/contract/webhook-deliveries';
import type { WebhookLiveTest } from '@rapport/contract/webhook-live';
import type { Caller } from '../../access/caller.ts';
import type { Core } from '../../platform/core.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Subscription } from '../../platform/database/listen.ts';
import { Problem } from '../../platform/problem.ts';
import { Signal } from '../../platform/process/signal.ts';
import { listDeliveries } from '../log/actions.ts';
import { TESTS_CHANNEL } from '../log/queries.ts';
import { getSubscription } from '../subscriptions/actions.ts';

/** The most open streams, per User and per process: each queries the database now and then. */
const WATCHERS_OF_USER_MAX = 5;
const WATCHERS_MAX = 100;

/** The time between looks for changes. A notification for each delivery would cost more. */
const LOOK_INTERVAL_MS = 500;

/** The least pause between two looks, however many tests run. */
const LOOK_PAUSE_MS = 100;

/** An idle stream sends something so often: proxies keep it open, and a lost one is noticed. */
const PULSE_INTERVAL_MS = 15_000;

const SHOWN_DELIVERIES = 25;

type LiveCore = Core & { db: Database };

type Watcher = { user_uuid: string; subscription_uuid: string; wake: Signal; tests: WebhookLiveTest[] };

/** Shows what happens to subscriptions while somebody looks, wherever in the cluster it happens. */
export class LiveDeliveries {
  readonly #core: LiveCore;
  readonly #watchers = new Set<Watcher>();
  readonly #closing = new AbortController();
  #listening: Promise<Subscription> | null = null;

  constructor(core: LiveCore) {
    this.#core = core;
  }

  /**
   * Returns a stream of server-sent events (HTML, §9.2): `delivery` for each of the latest
   * deliveries and for each change of one, `test` for each step of a test. The stream ends when
   * `gone` aborts, when `isStillCaller` says no, or at `close`.
   */
  async watch(
    caller: Caller,
    subscription_uuid: string,
    isStillCaller: () => Promise<boolean>,
    gone: AbortSignal,
  ): Promise<AsyncIterable<string> | Problem> {
    const subscription = await getSubscription(this.#core, caller, subscription_uuid);
    if (subscription instanceof Problem) return subscription;
    const { user_uuid } = caller;
    const own = [...this.#watchers].filter((watcher) => watcher.user_uuid === user_uuid).length;
    if (own >= WATCHERS_OF_USER_MAX || this.#watchers.size >= WATCHERS_MAX) {
      const detail = `At most ${WATCHERS_OF_USER_MAX} windows of a User are told at once, and ${WATCHERS_MAX} of all. The page asks now and then instead.`;
      return new Problem('limit_reached', detail);
    }
    const watcher = { user_uuid, subscription_uuid: subscription.uuid, wake: new Signal(), tests: [] };
    const ended = AbortSignal.any([gone, this.#closing.signal]);
    this.#watchers.add(watcher);
    const leave = () => {
      this.#watchers.delete(watcher);
      watcher.wake.raise();
    };
    ended.addEventListener('abort', leave);
    // The stream may have ended meanwhile. A listener that begins after `close` would not stop.
    if (ended.aborted) leave();
    else await this.#listen();
    return this.#tell(watcher, caller, isStillCaller, ended);
  }

  /** Ends all streams, so that the server can stop. */
  async close(): Promise<void> {
    this.#closing.abort();
    const listening = await this.#listening?.catch(() => null);
    await listening?.close();
  }

  async *#tell(
    { subscription_uuid, wake, tests }: Watcher,
    caller: Caller,
    isStillCaller: () => Promise<boolean>,
    ended: AbortSignal,
  ): AsyncGenerator<string> {
    let told = new Map<string, string>();
    let pulse_at = 0;
    while (!ended.aborted && (await isStillCaller())) {
      wake.lower();
      const page = await listDeliveries(this.#core, caller, { limit: SHOWN_DELIVERIES }, subscription_uuid);
      if (page instanceof Problem) return;
      const shown = new Map<string, string>();
      for (const delivery of page.data.toReversed()) {
        const state = JSON.stringify(delivery);
        if (told.get(delivery.uuid) !== state) yield message('delivery', delivery);
        shown.set(delivery.uuid, state);
      }
      told = shown;
      for (const test of tests.splice(0)) yield message('test', test);
      if (performance.now() > pulse_at) {
        pulse_at = performance.now() + PULSE_INTERVAL_MS;
        yield ': still here\n\n';
      }
      await delay(LOOK_PAUSE_MS);
      await Promise.race([delay(LOOK_INTERVAL_MS), wake.raised()]);
    }
  }

  /** Listens for tests once there is a watcher; after a failure, from the next watcher on. */
  #listen(): Promise<Subscription> {
    const passOn = (payload: string) => this.#passOn(payload);
    this.#listening ??= this.#core.db.listen(TESTS_CHANNEL, passOn).catch((error) => {
      this.#listening = null;
      throw error;
    });
    return this.#listening;
  }

  #passOn(payload: string): void {
    if (payload === '') return;
    const test = JSON.parse(payload) as WebhookLiveTest;
    for (const { subscription_uuid, tests, wake } of this.#watchers) {
      if (subscription_uuid !== test.subscription_uuid) continue;
      tests.push(test);
      wake.raise();
    }
  }
}

function message(event: 'delivery' | 'test', data: WebhookDelivery | WebhookLiveTest): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
