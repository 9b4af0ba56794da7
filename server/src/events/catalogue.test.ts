import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_NAMES, EVENT_PATTERNS } from '@rapport/contract/events';
import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { eventTypes } from './catalogue.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
(addFormatsModule as unknown as (ajv: Ajv2020) => void)(ajv);

/** The events that kinds have besides those of every kind. */
const OWN_EVENTS = (RECORDS as readonly RecordDefinition[]).flatMap(({ name, events = {} }) =>
  Object.keys(events).map((action) => `${name}.${action}`),
);

test('the catalogue has each event once, and each name is <resource>.<action>', () => {
  assert.deepEqual(
    eventTypes().map((type) => type.event),
    EVENT_NAMES,
  );
  for (const { event, resource } of eventTypes()) {
    if (!OWN_EVENTS.includes(event)) assert.match(event, /^[a-z_]+\.(reach_)?[a-z]+ed$/);
    assert.equal(event.split('.')[0], resource);
    assert.ok(EVENT_PATTERNS.includes(`${resource}.*`));
  }
});

for (const { event, schema, sample } of eventTypes()) {
  test(`the sample of ${event} fits its schema, which needs no other`, () => {
    assert.doesNotMatch(JSON.stringify(schema), /"\$ref"/);
    const validate = ajv.compile(schema);
    assert.ok(validate(sample), ajv.errorsText(validate.errors));
    assert.equal(sample.event, event);
    assert.doesNotMatch(JSON.stringify(sample), /:"text"/, 'a field has no example');
    assert.equal(
      sample.previous === null,
      /\.(created|deleted|restored|reach_changed|logged|bounced)$/.test(event),
    );
    assert.deepEqual(sample.changed_fields, Object.keys((sample.previous as object) ?? {}));
  });

  test(`the sample of ${event} has plausible times, versions and old values`, () => {
    const data = sample.data as Record<string, unknown>;
    const { user_uuid, uuid: token_uuid } = sample.actor as Record<string, unknown>;
    const account_uuid = event.startsWith('account.') ? data.uuid : data.account_uuid;
    assert.equal(sample.account_uuid, account_uuid);
    const others = [sample.uuid, sample.request_id, token_uuid, user_uuid, account_uuid];
    const all = event.startsWith('account.') ? others : [...others, data.uuid];
    assert.equal(
      new Set(all).size,
      all.length,
      `one uuid for two records: ${all}. Has the kind its own in EXAMPLE_UUIDS (contract, fields.ts)?`,
    );
    // A receiver that has the first version of a Client accepts only newer ones.
    const isChanged = !/created|deleted/.test(event);
    if ('version' in data) assert.equal(data.version, isChanged ? 2 : 1);
    assert.equal(data.created_at === sample.created_at, event.endsWith('.created'));
    for (const [field, value] of Object.entries(sample.previous ?? {})) assert.notEqual(data[field], value);
    if (data.kind === 'organisation') assert.deepEqual([data.first_name, data.last_name], [null, null]);
  });

  test(`the schema of ${event} accepts a cut body, and refuses bodies of other events`, () => {
    const validate = ajv.compile(schema);
    const cut = { uuid: sample.uuid, url: 'https://crm.example.com/api/v2/x' };
    assert.ok(validate({ ...sample, data: cut, truncated: true }), ajv.errorsText(validate.errors));
    assert.equal(validate({ ...sample, event: 'other.created' }), false);
    assert.equal(validate({ ...sample, data: {} }), false);
  });
}
