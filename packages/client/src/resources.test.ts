import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type * as accounts from '@rapport/contract/accounts';
import type * as contractProblems from '@rapport/contract/problems';
import type * as clients from '@rapport/contract/records/clients';
import type * as contacts from '@rapport/contract/records/contacts';
import type * as deals from '@rapport/contract/records/deals';
import type * as imports from '@rapport/contract/records/imports';
import type * as notes from '@rapport/contract/records/notes';
import type * as pipelines from '@rapport/contract/records/pipelines';
import type * as tasks from '@rapport/contract/records/tasks';
import type * as subscriptions from '@rapport/contract/webhook-subscriptions';
import type { Static } from 'typebox';
import { clientKinds } from '../../contract/generate/client-kinds.ts';
import { clientResources } from '../../contract/generate/client-resources.ts';
import type * as resources from './resources.ts';

describe('resources.ts', () => {
  it('is what the generator makes of the contract', () => {
    const written = readFileSync(new URL('resources.ts', import.meta.url), 'utf8');
    assert.ok(written === clientResources(), 'run: npm run generate');
  });

  it('has the functions of each kind beside it', () => {
    const written = readFileSync(new URL('kinds.ts', import.meta.url), 'utf8');
    assert.ok(written === clientKinds(), 'run: npm run generate');
  });

  it('has types that agree with those of the contract, in both directions', () => {
    // The compiler checks these lines: one fails to compile when its two types differ.
    const same: [
      Same<resources.Login, Static<typeof accounts.Login>>,
      Same<resources.Client, clients.Client>,
      Same<resources.ClientCreate, Static<typeof clients.CLIENT.create_schema>>,
      Same<resources.Contact, contacts.Contact>,
      Same<resources.ContactCreate, Static<typeof contacts.CONTACT.create_schema>>,
      Same<resources.Deal, deals.Deal>,
      Same<resources.DealCreate, Static<typeof deals.DEAL.create_schema>>,
      Same<resources.Pipeline, pipelines.Pipeline>,
      Same<resources.PipelineCreate, Static<typeof pipelines.PIPELINE.create_schema>>,
      Same<resources.Task, tasks.Task>,
      Same<resources.TaskCreate, Static<typeof tasks.TASK.create_schema>>,
      Same<resources.Note, notes.Note>,
      Same<resources.NoteCreate, Static<typeof notes.NOTE.create_schema>>,
      Same<resources.ImportResult, imports.ImportResult>,
      Same<resources.WebhookSubscription, Static<typeof subscriptions.WebhookSubscription>>,
      Same<resources.WebhookSubscriptionCreate, Static<typeof subscriptions.WebhookSubscriptionCreate>>,
      Same<resources.ProblemCode, contractProblems.ProblemCode>,
    ] = [
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
    ];
    assert.ok(same.every(Boolean));
  });
});

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
