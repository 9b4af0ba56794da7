import type { Received } from './processes.ts';

type Call = <Answer>(method: string, path: string, body?: object) => Promise<{ data: Answer }>;
type Stage = { uuid: string; name: string };

/**
 * Plays a sale from the first contact to its end. Each step waits until the receiver has verified
 * the delivery of its event.
 */
export async function tellSale(
  call: Call,
  account_uuid: string,
  delivered: (event: string) => Promise<Received>,
  say: (sentence: string) => void,
): Promise<void> {
  const own = `account_uuid=${account_uuid}`;
  const make = <Made extends object = { uuid: string }>(path: string, fields: object) =>
    call<Made>('POST', `/api/v2/${path}`, { account_uuid, ...fields }).then(({ data }) => data);
  const verified = async (event: string) => {
    const { attempt } = await delivered(event);
    return `${event} arrived signed and verified (attempt ${attempt})`;
  };

  const clients = (
    await call<{ uuid: string; name: string }[]>('GET', `/api/v2/clients?limit=2&sort=name&${own}`)
  ).data;
  const [first, second] = clients as [(typeof clients)[0], (typeof clients)[0]];
  const contact = await make('contacts', {
    name: 'Grace Hopper',
    emails: [{ label: 'work', value: 'grace@example.com', primary: true }],
    clients: [
      { client_uuid: first.uuid, role: 'Head of purchasing', primary: true },
      { client_uuid: second.uuid, role: 'Member of the board' },
    ],
  });
  say(
    `Grace Hopper is a contact at two clients: head of purchasing at ${first.name}, member of the board at ` +
      `${second.name}. ${await verified('contact.created')}.`,
  );

  const deal = await make<{ uuid: string; stage_uuid: string }>('deals', {
    title: 'New website',
    client_uuid: first.uuid,
    amount: '12500.00',
    currency: 'EUR',
    contacts: [{ contact_uuid: contact.uuid, role: 'Decides', primary: true }],
  });
  say(`A deal of 12,500.00 EUR begins. ${await verified('deal.created')}.`);

  const task = await make('tasks', {
    title: 'Call Grace about the offer',
    type: 'call',
    due_on: new Date().toISOString().slice(0, 10),
    records: [
      { resource: 'deal', uuid: deal.uuid },
      { resource: 'contact', uuid: contact.uuid },
    ],
  });
  await call('PATCH', `/api/v2/tasks/${task.uuid}`, { status: 'completed', outcome: 'She wants the offer.' });
  say(`The call that was due today is done. ${await verified('task.completed')}.`);

  const [pipeline] = (await call<{ stages: Stage[] }[]>('GET', `/api/v2/pipelines?${own}`)).data;
  const offer = pipeline!.stages.find(({ name }) => name === 'Offer')!;
  await call('PATCH', `/api/v2/deals/${deal.uuid}`, { stage_uuid: offer.uuid });
  say(`The deal moves to the stage ${offer.name}. ${await verified('deal.moved')}.`);
  await call('PATCH', `/api/v2/deals/${deal.uuid}`, { status: 'won' });
  say(`The deal is won. ${await verified('deal.won')}.`);
}
