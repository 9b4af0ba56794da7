import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Database } from '../platform/database/database.ts';
import { RealService } from './real-service.ts';
import type { ReplicatedPostgres } from './replicated-postgres.ts';
import { startTestReceiver, type TestReceiver } from './test-receiver.ts';

/** The counts after a run of kills. */
export type KillReport = {
  kills: Record<string, number>;
  /** The number of confirmed changes, and those whose event never arrived. */
  confirmed: number;
  lost: string[];
  /**
   * The number of events in the database whose delivery never arrived. They include those of
   * committed but unconfirmed changes.
   */
  undelivered: number;
  /**
   * The number of deliveries that arrived more than once, and of events that arrived under more
   * than one X-Delivery-Uuid.
   */
  duplicates: number;
  renamed: number;
  /** The number of deliveries that have not ended, and of running attempts. */
  open: number;
  in_flight: number;
};

/**
 * The writes during the kills: the events that are delivered, and a writer. The writer makes one
 * change after the other until `stopping`, and notes each confirmed one as `uuid event version`.
 */
export type Load = {
  events: string[];
  write: (service: RealService, confirmed: string[], stopping: AbortSignal) => Promise<void>;
};

const CLIENTS: Load = { events: ['client.created'], write: createClients };

const KILLED = ['api', 'worker', 'database'] as const;

const WRITERS = 4;
const PAUSE_MAX_MS = 700;
/** A lease and an attempt, and a margin for a slow machine. */
const SETTLE_LIMIT_MS = 120_000;

/**
 * Runs the service as real processes, an API and a worker, on an embedded or an external
 * PostgreSQL, and creates Clients without pause. Meanwhile, `kills` times at random moments, it
 * kills API, worker or database (SIGKILL), or freezes the database. Then it waits until everything
 * is delivered, and counts.
 */
export async function runKills(database: 'embedded' | 'external', kills: number): Promise<KillReport> {
  const victims = [...KILLED, 'frozen database'] as const;
  const counts: KillReport['kills'] = {};
  const report = await underLoad(await RealService.start(database), CLIENTS, (service, confirmed) =>
    hitAtRandom(service, confirmed, kills, victims, counts),
  );
  return { kills: counts, ...report };
}

/** Kills processes at random under the given load. `look` inspects the service before it stops. */
export async function runKillsUnder<Seen>(
  load: Load,
  kills: number,
  look: (service: RealService) => Promise<Seen>,
): Promise<KillReport & { seen: Seen }> {
  const counts: KillReport['kills'] = {};
  let seen: Seen;
  const report = await underLoad(
    await RealService.start('embedded'),
    load,
    (service, confirmed) => hitAtRandom(service, confirmed, kills, KILLED, counts),
    async (service) => {
      seen = await look(service);
    },
  );
  return { kills: counts, ...report, seen: seen! };
}

/** Hits a random victim `kills` times, each time after the service works again. */
async function hitAtRandom(
  service: RealService,
  confirmed: string[],
  kills: number,
  victims: readonly Parameters<RealService['hit']>[0][],
  counts: KillReport['kills'],
): Promise<void> {
  for (let n = 0; n < kills; n++) {
    await untilMore(confirmed);
    await delay(Math.random() * PAUSE_MAX_MS);
    const victim = victims[Math.floor(Math.random() * victims.length)]!;
    counts[victim] = (counts[victim] ?? 0) + 1;
    await service.hit(victim);
  }
}

/** Kills the primary once under load; its standby takes over. */
export async function runFailover(postgres: ReplicatedPostgres): Promise<KillReport> {
  const report = await underLoad(await RealService.start(postgres), CLIENTS, async (_service, confirmed) => {
    await untilMore(confirmed);
    await postgres.failOver();
    await untilMore(confirmed);
  });
  return { kills: { primary: 1 }, ...report };
}

/**
 * Writes without pause while `harm` is done to the service. Then waits until everything is
 * delivered, and counts.
 */
async function underLoad(
  service: RealService,
  { events, write }: Load,
  harm: (service: RealService, confirmed: string[]) => Promise<void>,
  look: (service: RealService) => Promise<void> = async () => {},
): Promise<Omit<KillReport, 'kills'>> {
  const receiver = await startTestReceiver();
  const stopping = new AbortController();
  const confirmed: string[] = [];
  try {
    await service.post('/api/v2/webhook-subscriptions', { url: receiver.url, events });
    const writers = Array.from({ length: WRITERS }, () => write(service, confirmed, stopping.signal));
    await harm(service, confirmed);
    stopping.abort();
    await Promise.all(writers);
    const counted = await count(service.db, receiver, confirmed, events);
    await look(service);
    return counted;
  } finally {
    stopping.abort();
    await service.stop();
    await receiver.close();
  }
}

/**
 * Creates Clients one after the other, and notes those answered with 201. A failed request is not
 * repeated.
 */
async function createClients(
  service: RealService,
  confirmed: string[],
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const created = await service.post('/api/v2/clients', { name: 'Kept' }).catch(() => null);
    if (created) confirmed.push(`${created.uuid} client.created 1`);
    else await delay(50);
  }
}

/**
 * Resolves when changes succeed again: killing a service that is still starting would show nothing.
 */
export async function untilMore(confirmed: string[]): Promise<void> {
  const [before, deadline] = [confirmed.length, Date.now() + SETTLE_LIMIT_MS];
  while (confirmed.length === before) {
    if (Date.now() > deadline) throw new Error(`Nothing was confirmed for ${SETTLE_LIMIT_MS / 1000} s.`);
    await delay(10);
  }
}

/** Waits until everything is delivered, and compares confirmed changes with arrived deliveries. */
export async function count(
  db: Database,
  receiver: TestReceiver,
  confirmed: string[],
  patterns = CLIENTS.events,
): Promise<Omit<KillReport, 'kills'>> {
  const { open, in_flight } = await untilSettled(db);
  const arrivals = Map.groupBy(receiver.received, ({ headers }) => String(headers['webhook-id']));
  const events = await db.query<{ uuid: string; change: string }>(sql`
    SELECT uuid, concat_ws(' ', resource_uuid, event, body::json -> 'data' ->> 'version') AS change FROM events
    WHERE event = ANY(${patterns}::text[]) OR split_part(event, '.', 1) || '.*' = ANY(${patterns}::text[])`);
  const arrived = new Set(events.filter(({ uuid }) => arrivals.has(uuid)).map(({ change }) => change));
  const uuidsOf = (requests: TestReceiver['received']) =>
    new Set(requests.map(({ headers }) => headers['x-delivery-uuid']));
  return {
    confirmed: confirmed.length,
    lost: confirmed.filter((change) => !arrived.has(change)),
    undelivered: events.filter(({ uuid }) => !arrivals.has(uuid)).length,
    duplicates: receiver.received.length - arrivals.size,
    renamed: [...arrivals.values()].filter((requests) => uuidsOf(requests).size > 1).length,
    open,
    in_flight,
  };
}

async function untilSettled(db: Database): Promise<{ open: number; in_flight: number }> {
  const left = sql`SELECT (SELECT count(*) FROM webhook_open_deliveries) AS open,
    (SELECT coalesce(sum(sending), 0)::integer FROM workers) AS in_flight`;
  for (const deadline = Date.now() + SETTLE_LIMIT_MS; ; await delay(100)) {
    const rows = await db.query<{ open: number; in_flight: number }>(left).catch((error: Error) => error);
    if (rows instanceof Error) {
      if (Date.now() > deadline) throw rows;
    } else if (rows[0]!.open + rows[0]!.in_flight === 0 || Date.now() > deadline) return rows[0]!;
  }
}
