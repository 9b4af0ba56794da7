import type { BatchRequest } from '@rapport/contract/records/batches';

type Operation = BatchRequest['operations'][number];
type Entry = Record<string, unknown> & { external_id: string };

/**
 * The shape of `examples/data/sample-crm.json`. Records refer to each other by external_id, and
 * days count from today.
 */
export type SampleCrm = {
  /** The status of each Client that has one, by external_id. */
  clients: Record<string, string>;
  contacts: (Entry & { clients?: { client: string }[] })[];
  deals: (Entry & {
    client: string;
    stage: number;
    expected_close: number;
    contacts: { contact: string }[];
  })[];
  tasks: (Entry & { due?: number; done?: number; records: string[] })[];
  notes: (Entry & { records: string[] })[];
};

/**
 * The values that sample records refer to: uuids by kind and external_id, stages in order, the
 * User, the currency of the Account, and the present time.
 */
export type Around = {
  uuids: Record<string, Map<string, string>>;
  stages: string[];
  user_uuid: string;
  currency: string;
  now: Date;
};

const create = (data: object): Operation => ({ action: 'create', data: data as Record<string, unknown> });

export function clientOperations({ clients }: SampleCrm, { uuids, user_uuid }: Around): Operation[] {
  return Object.entries(clients).map(([external_id, status]) => ({
    action: 'update',
    uuid: uuids.client!.get(external_id)!,
    data: { status, owner_uuid: user_uuid },
  }));
}

export function contactOperations({ contacts }: SampleCrm, { uuids, user_uuid }: Around): Operation[] {
  return contacts.map(({ clients = [], ...fields }) =>
    create({
      ...fields,
      owner_uuid: user_uuid,
      clients: clients.map(({ client, ...link }) => ({ ...link, client_uuid: uuids.client!.get(client) })),
    }),
  );
}

export function dealOperations({ deals }: SampleCrm, around: Around): Operation[] {
  const { uuids, stages, user_uuid, currency, now } = around;
  return deals.map(({ client, stage, expected_close, contacts, ...fields }) =>
    create({
      ...fields,
      client_uuid: uuids.client!.get(client),
      stage_uuid: stages[stage],
      currency,
      expected_close_on: dayAfter(now, expected_close),
      owner_uuid: user_uuid,
      contacts: contacts.map(({ contact, ...link }) => ({
        ...link,
        contact_uuid: uuids.contact!.get(contact),
      })),
    }),
  );
}

export function taskOperations({ tasks }: SampleCrm, { uuids, user_uuid, now }: Around): Operation[] {
  return tasks.map(({ due, done, records, ...fields }) =>
    create({
      ...fields,
      records: linksTo(records, uuids),
      assignee_uuid: user_uuid,
      ...(due !== undefined && { due_on: dayAfter(now, due) }),
      ...(done !== undefined && { status: 'completed', completed_at: after(now, -done).toISOString() }),
    }),
  );
}

export function noteOperations({ notes }: SampleCrm, { uuids, user_uuid }: Around): Operation[] {
  return notes.map(({ records, ...fields }) =>
    create({ ...fields, records: linksTo(records, uuids), owner_uuid: user_uuid }),
  );
}

/** Turns texts such as `deal:D-01` into links. */
function linksTo(records: string[], uuids: Around['uuids']): object[] {
  return records.map((text) => {
    const [resource, external_id] = text.split(':') as [string, string];
    return { resource, uuid: uuids[resource]!.get(external_id) };
  });
}

function dayAfter(now: Date, days: number): string {
  return after(now, days).toISOString().slice(0, 10);
}

function after(now: Date, days: number): Date {
  return new Date(now.getTime() + days * 86_400_000);
}
