import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Planned, remindAt } from './rules.ts';

const EARLY = '2026-01-01T00:00:00.000+00:00';

const CASES: [what: string, planned: Partial<Planned>, time_zone: string, expected: string | null][] = [
  ['at its time', { due_at: '2026-11-26T13:30:00.000+00:00' }, 'Europe/Berlin', '2026-11-26T13:30:00.000Z'],
  [
    'ten minutes before its time',
    { due_at: '2026-11-26T13:30:00.000+00:00', lead: '10_minutes_before' },
    'Europe/Berlin',
    '2026-11-26T13:20:00.000Z',
  ],
  [
    'an hour before its time, also over a change of clocks',
    { due_at: '2026-10-25T01:30:00.000+00:00', lead: '1_hour_before' },
    'Europe/Berlin',
    '2026-10-25T00:30:00.000Z',
  ],
  [
    'a day before at the same time on the clock, when clocks went back',
    { due_at: '2026-10-25T13:00:00.000+00:00', lead: '1_day_before' },
    'Europe/Berlin',
    '2026-10-24T12:00:00.000Z',
  ],
  [
    'a day before at the same time on the clock, when clocks went forward',
    { due_at: '2026-03-29T12:00:00.000+00:00', lead: '1_day_before' },
    'Europe/Berlin',
    '2026-03-28T13:00:00.000Z',
  ],
  [
    'in the morning of a day in winter',
    { due_on: '2026-11-26' },
    'Europe/Berlin',
    '2026-11-26T07:00:00.000Z',
  ],
  [
    'in the morning of a day in summer',
    { due_on: '2026-07-26' },
    'Europe/Berlin',
    '2026-07-26T06:00:00.000Z',
  ],
  ['in the morning far away', { due_on: '2026-07-26' }, 'Pacific/Auckland', '2026-07-25T20:00:00.000Z'],
  [
    'in the morning of the day on which clocks go back',
    { due_on: '2026-11-01', lead: '10_minutes_before' },
    'America/New_York',
    '2026-11-01T13:00:00.000Z',
  ],
  [
    'in the morning before the day on which clocks go forward',
    { due_on: '2026-03-08', lead: '1_day_before' },
    'America/New_York',
    '2026-03-07T13:00:00.000Z',
  ],
  [
    'when it is due, if the wanted time had passed when it was asked for',
    {
      due_at: '2026-11-26T13:30:00.000+00:00',
      lead: '1_day_before',
      changed_at: '2026-11-26T09:00:00.000+00:00',
    },
    'UTC',
    '2026-11-26T13:30:00.000Z',
  ],
  [
    'never, if it was overdue when it was asked for',
    { due_on: '2026-11-26', changed_at: '2026-11-26T09:00:00.000+00:00' },
    'UTC',
    null,
  ],
];

for (const [what, planned, time_zone, expected] of CASES) {
  test(`a task reminds ${what}`, () => {
    const whole: Planned = { due_on: null, due_at: null, lead: 'at_time', changed_at: EARLY, ...planned };
    assert.equal(remindAt(whole, time_zone)?.toISOString() ?? null, expected);
  });
}
