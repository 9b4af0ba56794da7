import { setTimeout as delay } from 'node:timers/promises';
import { RECORDS } from '@rapport/contract/records/all';
import type { Load } from './kills.ts';
import type { RealService } from './real-service.ts';

/** A record that only one writer changes, so that its version is known. */
type Own = {
  resource: string;
  uuid: string;
  version: number;
  isDeleted: boolean;
  stage: number;
  status: string;
};
type Answered = { uuid: string; version: number };

/** The number of rows in one import. Its answer means that all of them are stored. */
export const IMPORTED_ROWS = 20;

/** Confirmed imports, as the common beginning of their rows' external_ids. */
export type Imports = string[];

const plurals = new Map<string, string>(RECORDS.map(({ name, plural }) => [name, plural]));

/**
 * A load that creates, changes, moves, imports, deletes and restores records of all kinds, one by
 * one and in batches.
 */
export function mixedWrites(imports: Imports): Load {
  let writers = 0;
  return {
    events: RECORDS.map(({ name }) => `${name}.*`),
    write: async (service, confirmed, stopping) => {
      const writer = new Writer(service, confirmed, imports, `W${++writers}`);
      while (!stopping.aborted) {
        // Only answered changes must survive; failed ones are not repeated.
        await writer.step().catch(() => delay(50));
      }
    },
  };
}

class Writer {
  readonly #service: RealService;
  readonly #confirmed: string[];
  readonly #imports: Imports;
  readonly #name: string;
  #records: Own[] = [];
  #stages: string[] = [];
  #steps = 0;

  constructor(service: RealService, confirmed: string[], imports: Imports, name: string) {
    this.#service = service;
    this.#confirmed = confirmed;
    this.#imports = imports;
    this.#name = name;
  }

  async step(): Promise<void> {
    const number = ++this.#steps;
    if (this.#stages.length === 0) {
      const { data } = await this.#service.call<{ stages: { uuid: string }[] }[]>('GET', '/api/v2/pipelines');
      this.#stages = data[0]!.stages.map(({ uuid }) => uuid);
    }
    const client = this.#any('client');
    if (!client || number % 7 === 0) return this.#create('client', { name: `Client ${number}` });
    const records = [client, this.#any('contact'), this.#any('deal')].flatMap((own) =>
      own ? [{ resource: own.resource, uuid: own.uuid }] : [],
    );
    const steps = [
      () => this.#create('contact', { name: 'C', clients: [{ client_uuid: client.uuid, role: 'Buyer' }] }),
      () => this.#create('deal', { title: 'D', client_uuid: client.uuid }),
      () => this.#create('note', { body: 'N', records }),
      () => this.#create('task', { title: 'T', due_on: '2026-12-01', records }),
      () => this.#create('pipeline', { name: 'P' }),
      () => this.#change('client', () => ['updated', { description: `${number}` }]),
      () =>
        this.#change('contact', () => [
          'updated',
          { clients: [{ client_uuid: client.uuid, role: `${number}` }] },
        ]),
      () =>
        this.#change('note', () => [
          'updated',
          { body: `${number}`, records: records.slice(0, (number % 3) + 1) },
        ]),
      () => this.#change('pipeline', () => ['updated', { name: `${number}` }]),
      () => this.#change('deal', (deal) => this.#move(deal)),
      () => this.#change('deal', (deal) => this.#close(deal)),
      () => this.#change('task', (task) => this.#complete(task)),
      () => this.#deleteOrRestore(),
      () => this.#deleteOrRestore(),
      () => this.#batch(number),
      () => this.#import(number),
    ];
    return steps[Math.floor(Math.random() * steps.length)]!();
  }

  #any(resource: string, isDeleted = false): Own | undefined {
    const own = this.#records.filter(
      (record) => record.resource === resource && record.isDeleted === isDeleted,
    );
    return own[Math.floor(Math.random() * own.length)];
  }

  async #create(resource: string, body: object): Promise<void> {
    const { status, data } = await this.#service.call<Answered>(
      'POST',
      `/api/v2/${plurals.get(resource)}`,
      body,
    );
    if (status === 201) this.#keep(resource, data);
    else await delay(50);
  }

  #keep(resource: string, { uuid, version }: Answered): void {
    this.#confirm({ resource, uuid, version }, 'created');
    this.#records.push({ resource, uuid, version, isDeleted: false, stage: 0, status: 'open' });
  }

  async #change(resource: string, how: (record: Own) => [string, object]): Promise<void> {
    const record = this.#any(resource);
    if (!record) return;
    const [action, body] = how(record);
    await this.#try(record, 'PATCH', '', action, body);
  }

  #move(deal: Own): [string, object] {
    deal.stage = (deal.stage + 1) % this.#stages.length;
    return ['moved', { stage_uuid: this.#stages[deal.stage] }];
  }

  #close(deal: Own): [string, object] {
    deal.status = deal.status === 'open' ? 'won' : 'open';
    return [deal.status === 'open' ? 'reopened' : 'won', { status: deal.status }];
  }

  #complete(task: Own): [string, object] {
    task.status = task.status === 'open' ? 'completed' : 'open';
    return [task.status === 'open' ? 'reopened' : 'completed', { status: task.status }];
  }

  async #deleteOrRestore(): Promise<void> {
    const kinds = ['client', 'contact', 'deal', 'note', 'task'];
    const resource = kinds[Math.floor(Math.random() * kinds.length)]!;
    const deleted = this.#any(resource, true);
    if (deleted) return this.#try(deleted, 'POST', '/restore', 'restored');
    const record = this.#any(resource);
    if (record) await this.#try(record, 'DELETE', '', 'deleted');
  }

  /**
   * Makes one change. Without an answer the state of the record is unknown, so it is not used
   * again.
   */
  async #try(record: Own, method: string, path: string, action: string, body?: object): Promise<void> {
    const others = this.#records.filter((other) => other !== record);
    const url = `/api/v2/${plurals.get(record.resource)}/${record.uuid}${path}`;
    this.#records = others;
    const { status, data } = await this.#service.call<Answered>(method, url, body);
    if (status !== 200 && status !== 204) return;
    if (data) record.version = data.version;
    if (action === 'deleted') record.isDeleted = true;
    if (action === 'restored') record.isDeleted = false;
    this.#confirm(record, action);
    this.#records.push(record);
  }

  async #batch(number: number): Promise<void> {
    const changed = this.#any('client');
    const deleted = this.#any('client');
    if (!changed || !deleted || changed === deleted) return;
    this.#records = this.#records.filter((record) => record !== changed && record !== deleted);
    const operations = [
      { action: 'create', data: { name: `Batch ${number}` } },
      { action: 'create', data: { name: '' } },
      { action: 'update', uuid: changed.uuid, data: { industry: `${number}` } },
      { action: 'delete', uuid: deleted.uuid },
    ];
    const { status, data } = await this.#service.call<{ outcomes: { data: Answered; status: number }[] }>(
      'POST',
      '/api/v2/clients/batch',
      { operations },
    );
    if (status !== 200) return;
    const [created, , update, deletion] = data.outcomes;
    this.#keep('client', created!.data);
    if (update!.status === 200) {
      changed.version = update!.data.version;
      this.#confirm(changed, 'updated');
      this.#records.push(changed);
    }
    if (deletion!.status === 204) {
      deleted.isDeleted = true;
      this.#confirm(deleted, 'deleted');
      this.#records.push(deleted);
    }
  }

  async #import(number: number): Promise<void> {
    const beginning = `${this.#name}-${number}-`;
    const rows = Array.from({ length: IMPORTED_ROWS }, (_, row) => `Imported,${beginning}${row}`);
    const file = `name,external_id\n${rows.join('\n')}\n`;
    const { status, data } = await this.#service.call<{ created: number }>(
      'POST',
      '/api/v2/contacts/import',
      file,
    );
    if (status === 200 && data.created === IMPORTED_ROWS) this.#imports.push(beginning);
  }

  #confirm({ resource, uuid, version }: Pick<Own, 'resource' | 'uuid' | 'version'>, action: string): void {
    this.#confirmed.push(`${uuid} ${resource}.${action} ${version}`);
  }
}
