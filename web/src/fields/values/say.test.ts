import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, dueOf, today } from './say.ts';

const ZONES = ['Pacific/Honolulu', 'America/New_York', 'UTC', 'Europe/Berlin', 'Pacific/Kiritimati'];

/** Ordinary days, and both days of the year on which the clocks of Berlin and New York change. */
const DAYS = ['2026-11-25', '2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'];

for (const zone of ZONES) {
  test(`a time typed in ${zone} is due on the day that was typed, and at that time there`, () => {
    for (const day of DAYS) {
      for (const clock of ['00:00:00', '09:30:00', '23:59:00']) {
        const due_at = dueOf(`${day} ${clock}`, zone);
        assert.equal(dayOf({ due_on: null, due_at }, zone), day, `${day} ${clock}`);
        const shown = new Date(due_at).toLocaleTimeString('sv-SE', { timeZone: zone });
        assert.equal(shown, clock, `${day} ${clock}`);
      }
    }
  });

  test(`tomorrow in ${zone} is the day after today, also when the clocks change`, () => {
    for (const day of DAYS) {
      const now = new Date(dueOf(`${day} 00:30:00`, zone));
      assert.equal(today(0, now, zone), day);
      assert.equal(Date.parse(today(1, now, zone)) - Date.parse(day), 24 * 60 * 60 * 1000);
    }
  });
}

test('a time that the clocks skip is an hour later, and of one that comes twice the first is meant', () => {
  assert.equal(dueOf('2026-03-29 02:30:00', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z');
  assert.equal(dueOf('2026-10-25 02:30:00', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z');
});
