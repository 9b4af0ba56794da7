import type { Mail } from '@rapport/contract/mail';
import { mail as texts } from '../texts/mail.ts';

/** Who wrote a mail that came, or to whom one went. */
export function sayPeople({ direction, people }: Pick<Mail, 'direction' | 'people'>): string {
  const isIn = direction === 'in';
  const named = people
    .filter(({ role }) => (role === 'from') === isIn)
    .map(({ name, address }) => name || address)
    .join(', ');
  return isIn ? texts.from(named) : texts.to(named);
}
