const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const near = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const plain = new Intl.NumberFormat(undefined, { minimumFractionDigits: 0, maximumFractionDigits: 2 });

/** `2026-12-01` as people write it: a day of the calendar, wherever one is. */
export function sayDate(date: string): string {
  const time = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(time.getTime()) ? date : day.format(time);
}

/** A day as people write it, without the year if it is this year. */
export function sayNear(date: string): string {
  return date.slice(0, 4) === today().slice(0, 4)
    ? near.format(new Date(`${date}T00:00:00Z`))
    : sayDate(date);
}

/** A day, or a time, that something is due, as people write it. */
export function sayDue(due: string): string {
  return due.includes('T') ? moment.format(new Date(due)) : sayDate(due);
}

/** The time of day of a moment, where one is. */
export function sayClock(at: string): string {
  return clock.format(new Date(at));
}

/** `2026-12-01 09:00:00` in the form of the API; without a time, or at midnight, only the day. */
export function dueOf(when: string): string {
  const [day, time = '00:00:00'] = when.split(' ') as [string, string?];
  return time === '00:00:00' ? day : new Date(`${day}T${time}`).toISOString();
}

/** The day on which a Task is due where one is: that of its time, when it has one. */
export function dayOf({ due_on, due_at }: { due_on: string | null; due_at: string | null }): string | null {
  return due_at ? today(0, new Date(due_at)) : due_on;
}

/** What a Task says of when it is due: the day, or the time. */
export function dueFields(due: string): { due_on?: string; due_at?: string } {
  if (due === '') return {};
  return due.includes('T') ? { due_at: due } : { due_on: due };
}

/** An amount of the API, with its currency where it has one. */
export function sayAmount(amount: unknown, currency: unknown): string {
  if (amount === null || amount === undefined || amount === '') return '';
  const number = Number(amount);
  if (typeof currency !== 'string' || currency === '') return plain.format(number);
  try {
    const whole = Number.isInteger(number) ? 0 : 2;
    const format = {
      style: 'currency',
      currency,
      minimumFractionDigits: whole,
      maximumFractionDigits: whole,
    };
    return new Intl.NumberFormat(undefined, format as Intl.NumberFormatOptions).format(number);
  } catch {
    // The code may belong to no currency: the API takes any three letters.
    return `${plain.format(number)} ${currency}`;
  }
}

/** Today where one is, as the API writes a day; `days` later. */
export function today(days = 0, from = new Date()): string {
  const at = new Date(from);
  at.setDate(at.getDate() + days);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

/** How many days lie between two days; negative when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
