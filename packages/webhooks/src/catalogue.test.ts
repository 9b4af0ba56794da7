import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type * as accounts from '@rapport/contract/accounts';
import type { Actor as ActorSchema } from '@rapport/contract/actors';
import type * as clients from '@rapport/contract/records/clients';
import type { Static } from 'typebox';
import { webhookCatalogue } from '../../contract/generate/webhook-catalogue.ts';
import type { Account, Actor, Client, Login, User } from './catalogue.ts';
import type { RapportEvent } from './event.ts';

describe('catalogue.ts', () => {
  it('is what the generator makes of the event catalogue', () => {
    const written = readFileSync(new URL('catalogue.ts', import.meta.url), 'utf8');
    assert.ok(written === webhookCatalogue(), 'run: npm run generate');
  });

  it('has types that agree with those of the contract, in both directions', () => {
    // Checked by the compiler: each line fails to compile when the two types differ.
    const same: [
      Same<Account, Static<typeof accounts.Account>>,
      Same<User, Static<typeof accounts.User>>,
      Same<Login, Static<typeof accounts.Login>>,
      Same<Client, clients.Client>,
      Same<Actor, Static<typeof ActorSchema>>,
    ] = [true, true, true, true, true];
    assert.ok(same.every(Boolean));
  });
});

describe('the type of an event', () => {
  it('has its data narrowed by a switch over its name', () => {
    const describeEvent = (event: RapportEvent): string => {
      switch (event.event) {
        case 'login.created':
          return event.data.user.email;
        case 'client.updated':
          return event.data.emails[0]?.value ?? event.previous?.name ?? event.data.name;
        default:
          // @ts-expect-error: an Account has no e-mail addresses, so the compiler must refuse this
          return `${event.event} ${event.data.emails}`;
      }
    };
    const event = { event: 'client.updated', data: { name: 'Ada', emails: [] }, previous: null };
    assert.equal(describeEvent(event as unknown as RapportEvent), 'Ada');
  });
});

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
