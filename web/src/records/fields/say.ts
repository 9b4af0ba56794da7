const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const plain = new Intl.NumberFormat(undefined, { minimumFractionDigits: 0, maximumFractionDigits: 2 });

/** `2026-12-01` as people write it: a day of the calendar, wherever one is. */
export function sayDate(date: string): string {
  const time = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(time.getTime()) ? date : day.format(time);
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
    // A code that is none of a currency: the API takes any three letters.
    return `${plain.format(number)} ${currency}`;
  }
}

/** Today where one is, as the API writes a day; `days` later. */
export function today(days = 0): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

/** How many days lie between two days; negative when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
