// A kind of record that no other code knows. To exist it needs only this file, and a line each in
// `RECORDS` and `KINDS`.

import { customFields, shared } from '@rapport/contract/records/common-fields';
import { defineRecord, type RecordOf } from '@rapport/contract/records/define-record';
import { choice, decimal, reference, text } from '@rapport/contract/records/fields';
import { fault } from '../../records/fault.ts';
import type { RecordKind } from '../../records/kind.ts';

export const INVOICE = defineRecord({
  name: 'invoice',
  plural: 'invoices',
  title: 'Invoice',
  about: 'What a Client has to pay.',
  named_by: 'number',
  needs: [['number']],
  fields: {
    number: text('Its number.', { max: 50, required: true, example: 'R-1', sort: 'distinct', csv: true }),
    client_uuid: reference('client', 'Who pays.', { example: 'client', filter: true, csv: ['client'] }),
    amount: decimal('What is to be paid.', { example: '119.00', sum_of: true, sort: true, csv: ['total'] }),
    status: choice('Whether it is paid.', ['open', 'paid'], { filter: true, csv: true }),
    ...shared('export', 'I-1', { external_id: ['id'] }),
    custom: customFields(),
  },
  events: { paid: { description: 'An Invoice was paid.', previous: { status: 'open' } } },
  default_sort: '-created_at',
  sample_previous: { amount: '100.00' },
});

export const invoices: RecordKind<RecordOf<typeof INVOICE>> = {
  definition: INVOICE,
  table: 'invoices',
  faults: ({ record: { status, amount } }) =>
    status === 'paid' && amount === null ? [fault('/amount', 'required', 'is missing.')] : [],
  eventOf: (before, { status }) => (status === 'paid' && before.status !== status ? 'paid' : 'updated'),
  subjects: ({ client_uuid }) => (client_uuid === null ? [] : [client_uuid]),
};

export const MIGRATION = `
CREATE TABLE invoices (
  uuid uuid PRIMARY KEY, account_uuid uuid NOT NULL, version integer NOT NULL,
  number text NOT NULL, number_order text GENERATED ALWAYS AS (numbered(number)) STORED, client_uuid uuid, amount numeric(15, 2), status text NOT NULL,
  tags text[] NOT NULL, owner_uuid uuid REFERENCES users ON DELETE SET NULL, external_id text, custom jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL, deleted_at timestamptz(3),
  search tsvector NOT NULL GENERATED ALWAYS AS (search_words(folded(number || ' ' || words(tags)), custom)) STORED,
  FOREIGN KEY (account_uuid, client_uuid) REFERENCES records ON DELETE SET NULL (client_uuid),
  FOREIGN KEY (account_uuid, uuid) REFERENCES records ON DELETE CASCADE);
CREATE UNIQUE INDEX invoices_external_id_key ON invoices (account_uuid, external_id) WHERE deleted_at IS NULL;
CREATE INDEX ON invoices (account_uuid, deleted_at, uuid) WHERE deleted_at IS NOT NULL;
CREATE INDEX ON invoices (account_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX ON invoices (account_uuid, updated_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX ON invoices (account_uuid, folded(number), uuid) WHERE deleted_at IS NULL;
CREATE INDEX ON invoices (account_uuid, number_order, uuid) WHERE deleted_at IS NULL;
CREATE INDEX ON invoices (account_uuid, coalesce(amount, '-Infinity'::numeric), uuid) WHERE deleted_at IS NULL;
CREATE INDEX ON invoices (account_uuid, status, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX ON invoices (account_uuid, client_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX ON invoices (account_uuid, owner_uuid, created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX ON invoices (account_uuid, coalesce(external_id, ''), created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX ON invoices USING gin (tags) WHERE deleted_at IS NULL;
CREATE INDEX ON invoices USING gin (search) WHERE deleted_at IS NULL;`;
