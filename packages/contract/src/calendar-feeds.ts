import type { Static } from 'typebox';
import { Closed, Nullable, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

/** The days before today of which a feed still tells. */
export const FEED_PAST_DAYS = 90;

/** The days for which a feed says that something was called off. Calendars read it daily. */
export const FEED_CANCELLED_DAYS = 30;

/** The most entries of a feed, the earliest first: calendars always read the whole of it. */
export const FEED_ENTRIES_MAX = 2000;

const expected_closes = Type.Boolean({
  description: 'Whether it also has the days on which your open deals are expected to close.',
  examples: [false],
});

export const CalendarFeed = Type.Object(
  {
    uuid: Uuid('Identifier of the feed.'),
    user_uuid: Uuid('The User whose tasks it has.', 'user'),
    last_four: Type.String({
      description: 'The last four characters of the secret in its address.',
      examples: ['x3Fq'],
    }),
    expected_closes,
    last_read_at: Nullable(Timestamp('When a calendar last read it, to within five minutes.')),
    created_at: Timestamp('When its address was made.'),
    updated_at: Timestamp('When it last changed.'),
  },
  {
    $id: 'CalendarFeed',
    title: 'Calendar feed',
    description:
      'Your tasks for a calendar elsewhere, in the format iCalendar (RFC 5545), at a secret address.',
  },
);
export type CalendarFeed = Static<typeof CalendarFeed>;

/** The answer to making an address: the only one that holds it. */
export const IssuedCalendarFeed = Type.Object(
  {
    ...CalendarFeed.properties,
    address: Type.String({
      description: 'The address for the calendar. It is shown this once and never again.',
      examples: ['https://crm.example.com/calendar/rpt_cal_….ics'],
    }),
  },
  { $id: 'IssuedCalendarFeed', title: 'Issued calendar feed' },
);
export type IssuedCalendarFeed = Static<typeof IssuedCalendarFeed>;

export const CalendarFeedCreate = Closed({ expected_closes: Type.Optional(expected_closes) });
export type CalendarFeedCreate = Static<typeof CalendarFeedCreate>;

export const CalendarFeedUpdate = Closed(
  { expected_closes: Type.Optional(expected_closes) },
  { minProperties: 1 },
);
export type CalendarFeedUpdate = Static<typeof CalendarFeedUpdate>;
