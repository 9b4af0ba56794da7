import { dayAt, instantOf, plusDays } from '@rapport/contract/days';
import { type Mail, nameInMail, onOneLine } from '../../platform/mail/mailer.ts';
import { sayGermanDay } from '../../platform/time/times.ts';

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
  const count = (list: keyof Morning) => morning[list].items.length + morning[list].more;
  const [today, overdue] = [count('today'), count('overdue')];
  if (today + overdue + count('deals') === 0) return null;
  const [name, page] = [nameInMail(user.name), `${base_url}/today`];
  const lists = (words: typeof ENGLISH) =>
    (['overdue', 'today', 'deals'] as const)
      .map((list) => part(words, list, morning[list]))
      .filter((text) => text !== '')
      .join('\n\n');
  return {
    to: user.email,
    words: {
      en: {
        subject: `${day}: ${today} due today, ${overdue} overdue`,
        text: `Good morning ${name},\n\n${lists(ENGLISH)}\n\nAll of it: ${page}\n`,
      },
      de: {
        subject: `${sayGermanDay(day)}: heute fällig ${today}, überfällig ${overdue}`,
        text: `Guten Morgen ${name},\n\n${lists(GERMAN)}\n\nAlles zusammen: ${page}\n`,
      },
    },
  };
}

const ENGLISH = {
  overdue: 'Overdue',
  today: 'Due today',
  deals: 'Deals without a next step',
  more: (count: number) => `and ${count} more`,
};

const GERMAN: typeof ENGLISH = {
  overdue: 'Überfällig',
  today: 'Heute fällig',
  deals: 'Verkaufschancen ohne nächsten Schritt',
  more: (count) => `und noch ${count}`,
};

function part(words: typeof ENGLISH, list: keyof Morning, { items, more }: Morning['today']): string {
  if (items.length === 0) return '';
  const lines = items.map(
    ({ title, about, address }) => `- ${onOneLine(title)}${about && ` (${about})`}\n  ${address}`,
  );
  if (more > 0) lines.push(`- ${words.more(more)}`);
  return `${words[list]}\n${lines.join('\n')}`;
}
