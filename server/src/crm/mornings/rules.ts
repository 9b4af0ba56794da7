import { dayAt, instantOf, plusDays } from '@rapport/contract/days';
import { type Mail, nameInMail, onOneLine } from '../../platform/mail/mailer.ts';

/** The time of day at which the mail comes. */
const MORNING = '07:00:00';

/** Later than this after its time it is no morning any more: the next one comes tomorrow. */
export const LATE_MS = 5 * 60 * 60 * 1000;

/** The first morning after this moment in a time zone. */
export function nextMorning(now: Date, time_zone: string): Date {
  const today = dayAt(now, time_zone);
  const morning = instantOf(today, MORNING, time_zone);
  return morning > now ? morning : instantOf(plusDays(today, 1), MORNING, time_zone);
}

/** What a User has before them: some items of each list, and the number of others. */
export type Morning = Record<'overdue' | 'today' | 'deals', { items: Item[]; more: number }>;
type Item = { title: string; address: string; about: string };

/** The mail of a morning; null when nothing waits. */
export function morningMail(
  user: { email: string; name: string },
  day: string,
  morning: Morning,
  base_url: string,
): Mail | null {
  const parts = [
    part('Overdue', morning.overdue),
    part('Due today', morning.today),
    part('Deals without a next step', morning.deals),
  ].filter((text) => text !== '');
  if (parts.length === 0) return null;
  const count = (list: keyof Morning) => morning[list].items.length + morning[list].more;
  return {
    to: user.email,
    subject: `${day}: ${count('today')} due today, ${count('overdue')} overdue`,
    text: `Good morning ${nameInMail(user.name)},\n\n${parts.join('\n\n')}\n\nAll of it: ${base_url}/today\n\n`,
  };
}

function part(title: string, { items, more }: Morning['today']): string {
  if (items.length === 0) return '';
  const lines = items.map(
    ({ title, about, address }) => `- ${onOneLine(title)}${about && ` (${about})`}\n  ${address}`,
  );
  if (more > 0) lines.push(`- and ${more} more`);
  return `${title}\n${lines.join('\n')}`;
}
