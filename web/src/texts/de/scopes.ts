import { EVERYTHING, SCOPE_WORDS, SCOPED_KINDS } from '@rapport/contract/scopes';
import { KIND_NAMES } from './kind-names.ts';

const POWERS = { read: 'Nur lesen', write: 'Datensätze lesen und ändern', '*': 'Alles, was Sie dürfen' };

const OTHERS: Record<string, string> = {
  [EVERYTHING]: POWERS['*'],
  'account:read': 'Mitglieder, Felder und Ansichten sehen',
  account: 'Felder, Ansichten und Einstellungen ändern',
  webhooks: 'eigene Webhooks',
  propose: 'Änderungen vorschlagen, über die Sie entscheiden',
  'mails:read': 'E-Mails lesen, die Sie lesen dürfen',
  'mails:send': 'E-Mails aus Ihren Postfächern senden',
  openid: 'Sie anmelden',
  profile: 'Ihren Namen kennen',
  email: 'Ihre E-Mail-Adresse kennen',
};

export function sayScope(scope: string): string {
  const kind = SCOPED_KINDS.find(({ plural }) => scope.startsWith(`${plural}:`));
  if (!kind) return OTHERS[scope] ?? scope;
  const many = kind.name === 'file' ? 'Dateien' : (KIND_NAMES[kind.name]?.many ?? kind.title);
  return `${many} ${scope.endsWith(':write') ? 'ändern' : 'sehen'}`;
}

export function sayPower(scope: string): string {
  const scopes = scope.split(' ');
  const isWord = (all: readonly string[]) =>
    all.length === scopes.length && all.every((one) => scopes.includes(one));
  if (scope === EVERYTHING) return POWERS[EVERYTHING];
  const word = (['read', 'write'] as const).find((word) => isWord(SCOPE_WORDS[word]!));
  return word ? POWERS[word] : capital(scopes.map(sayScope).join(', '));
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
