import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedBy, createdBy, emptyDraft, newOption } from './field-draft.ts';

test('a key that records have gives a new field its name', () => {
  assert.equal(emptyDraft('renewal_on').label, 'Renewal on');
  assert.equal(emptyDraft().label, '');
});

test('a new field is sent without what its type does not have, and without empty options', () => {
  const options = [newOption([], ' Gold '), newOption([], '  ')];
  const draft = { ...emptyDraft(), label: ' Plan ', unique: true, options };
  const choice = createdBy({ ...draft, type: 'choice' }, 'account', 'client');
  assert.deepEqual(choice.options, [{ label: 'Gold', color: 'red', archived: false }]);
  assert.equal('unique' in choice || 'key' in choice || 'help' in choice, false);
  const text = createdBy({ ...draft, type: 'text' }, 'account', 'client');
  assert.deepEqual([text.label, text.unique, 'options' in text], ['Plan', true, false]);
});

test('an emptied hint is removed from the field', () => {
  assert.equal(changedBy({ ...emptyDraft(), label: 'A', help: ' ' }).help, null);
});

test('a group is a heading without blanks around it, and none when nothing is typed', () => {
  const draft = { ...emptyDraft(), label: 'A', group_name: ' Contract ' };
  assert.equal(createdBy(draft, 'x', 'client').group_name, 'Contract');
  assert.equal('group_name' in createdBy({ ...draft, group_name: ' ' }, 'x', 'client'), false);
  assert.equal(changedBy({ ...draft, group_name: '' }).group_name, null);
});
