import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connect } from './connect.ts';
import { listParameters } from './list-query.ts';

it('a query becomes the parameters that the API reads', () => {
  const query = { filter: { name: { contains: 'x' }, status: 'lead' }, sort: ['-name', 'status'], q: 'ada' };
  assert.equal(
    decodeURIComponent(String(listParameters(query))),
    'q=ada&sort=-name,status&filter[name][contains]=x&filter[status]=lead',
  );
});

it('the types refuse what the service always refuses', () => {
  // The compiler checks these lines: it accepts the allowed ones and rejects the refused ones.
  const { clients, logins, webhookDeliveries, webhookSubscriptions } = connect({
    baseUrl: 'http://rapport.test',
    token: 'any',
  });
  const allowed = [
    () => clients.list({ filter: { name: { contains: 'x' }, created_at: { gte: new Date(0) } }, q: 'ada' }),
    () => clients.list({ sort: ['-updated_at', 'name'], updated_since: '2026-11-20T09:20:00Z' }),
    () => webhookDeliveries.list({ filter: { error_kind: 'timeout', state: { in: ['failed'] } } }),
    () => clients.list({ filter: { city: 'Berlin', 'custom.founded': { in: ['1902'] } } }),
    () => clients.update('uuid', { status: 'active' }, { version: 1 }),
  ];
  const refused = [
    // @ts-expect-error no list is filtered by addresses
    () => clients.list({ filter: { emails: { contains: 'x' } } }),
    // @ts-expect-error a choice cannot be searched
    () => clients.list({ filter: { status: { contains: 'x' } } }),
    // @ts-expect-error no list is sorted by several values
    () => clients.list({ sort: '-phones' }),
    // @ts-expect-error the list of logins has no search
    () => logins.list({ q: 'ada' }),
    // @ts-expect-error the path names the Account
    () => logins.listOfAccount('uuid', { account_uuid: 'uuid' }),
    // @ts-expect-error deliveries have no updated_at
    () => webhookDeliveries.list({ updated_since: '2026-11-20T09:20:00Z' }),
    // @ts-expect-error a subscription has no version
    () => webhookSubscriptions.update('uuid', { enabled: true }, { version: 1 }),
    // @ts-expect-error a subscription has no version
    () => webhookSubscriptions.delete('uuid', { version: 1 }),
  ];
  assert.ok([...allowed, ...refused].every((call) => typeof call === 'function'));
});
