import type { Rapport } from '@rapport/client';
import type { Client } from '@rapport/client/resources';
import type { Received } from './processes.ts';

/**
 * Plays a sale from the first contact to its end. Each step waits until the receiver has verified
 * the delivery of its event.
 */
export async function tellSale(
  rapport: Rapport,
  account_uuid: string,
  delivered: (event: string) => Promise<Received>,
  say: (sentence: string) => void,
): Promise<void> {
  const verified = async (event: string) => {
    const { attempt } = await delivered(event);
    return `${event} arrived signed and verified (attempt ${attempt})`;
  };

  const clients = await rapport.clients.list({ account_uuid, limit: 2, sort: 'name' }).firstPage();
  const [first, second] = clients.data as [Client, Client];
  const contact = await rapport.contacts.create({
    account_uuid,
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

  const deal = await rapport.deals.create({
    account_uuid,
    title: 'New website',
    client_uuid: first.uuid,
    amount: '12500.00',
    currency: 'EUR',
    contacts: [{ contact_uuid: contact.uuid, role: 'Decides', primary: true }],
  });
  say(`A deal of 12,500.00 EUR begins. ${await verified('deal.created')}.`);

  const task = await rapport.tasks.create({
    account_uuid,
    title: 'Call Grace about the offer',
    type: 'call',
    due_on: new Date().toISOString().slice(0, 10),
    records: [
      { resource: 'deal', uuid: deal.uuid },
      { resource: 'contact', uuid: contact.uuid },
    ],
  });
  await rapport.tasks.update(task.uuid, { status: 'completed', outcome: 'She wants the offer.' });
  say(`The call that was due today is done. ${await verified('task.completed')}.`);

  const [pipeline] = await rapport.pipelines.list({ account_uuid }).toArray();
  const offer = pipeline!.stages.find(({ name }) => name === 'Offer')!;
  await rapport.deals.update(deal.uuid, { stage_uuid: offer.uuid });
  say(`The deal moves to the stage ${offer.name}. ${await verified('deal.moved')}.`);
  await rapport.deals.update(deal.uuid, { status: 'won' });
  say(`The deal is won. ${await verified('deal.won')}.`);
}
