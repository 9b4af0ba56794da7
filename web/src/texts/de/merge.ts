import type * as en from '../merge.ts';
import { sayNumber } from './plural.ts';

export const merge = {
  onlyWhole:
    'In diesem Account sehen oder ändern Sie nur einen Teil der Datensätze, und Zusammenführen kann andere ändern. Wenden Sie sich an die Administration.',
  action: 'Zusammenführen',
  title: (one: string) => `${one}: mit einem anderen Datensatz zusammenführen`,
  other: (one: string) => `${one}: der andere Datensatz`,
  about:
    'Einer bleibt und bekommt die Werte, die Sie wählen. Der andere wird gelöscht und verweist auf ihn: Verknüpfungen, Links und externe IDs führen zu dem, der bleibt. 30 Tage lang lässt es sich rückgängig machen.',
  stays: 'Bleibt',
  goes: 'Wird gelöscht',
  swap: 'Den anderen behalten',
  both: 'Beide',
  nothing: 'leer',
  alike: 'Alle Werte sind gleich.',
  moves: (what: string) => `Kommen zu dem, der bleibt: ${what}`,
  movesNothing: 'Mit dem, der gelöscht wird, ist kein anderer Datensatz verknüpft.',
  counted: (count: number, label: string) => `${sayNumber(count)} ${label}`,
  merged: (name: string) => `Zusammengeführt zu „${name}“.`,
} satisfies typeof en.merge;

export const duplicates = {
  title: (many: string) => `Dubletten: ${many}`,
  about:
    'Paare mit gleicher E-Mail-Adresse, Telefonnummer oder Domain, oder gleichem Namen und gleicher Postleitzahl.',
  keys: 'Tasten: m: zusammenführen, l: Kunde und Kontakt verknüpfen, d: nicht dasselbe, n: weiter, p: zurück, s: den anderen behalten.',
  pair: (number: number, found: number, isAll: boolean) =>
    `Paar ${sayNumber(number)} von ${isAll ? '' : 'bisher '}${sayNumber(found)}`,
  because: {
    emails: 'E-Mail-Adresse',
    phones: 'Telefonnummer',
    domain: 'Domain',
    name: 'Name',
  },
  shares: (ways: string[]) => `Gemeinsam: ${ways.join(', ')}`,
  different: 'Nicht dasselbe',
  toldApart: (a: string, b: string) =>
    a === b ? `Die beiden Einträge „${a}“ sind nicht dasselbe.` : `„${a}“ und „${b}“ sind nicht dasselbe.`,
  link: 'Verknüpfen',
  linkAbout: (one: string, other: string) =>
    `${one} und ${other} bleiben zwei Datensätze. Eine Verknüpfung zeigt, dass sie zusammengehören.`,
  linked: (one: string, other: string) => `${one} und ${other} verknüpft.`,
  next: 'Weiter',
  previous: 'Zurück',
  looking: 'Dubletten werden gesucht …',
  none: 'Keine Dubletten',
  noneAbout: 'Keine zwei Datensätze gleichen sich. Neue Dubletten erscheinen hier, sobald es sie gibt.',
  end: 'Das war das letzte Paar',
  endAbout: 'Übersprungene Paare sind noch da.',
  again: 'Von vorn',
  looksLike: (kind: string) => `Sieht aus wie (${kind}):`,
  madeOn: (day: string) => `angelegt am ${day}`,
  readOnly:
    'Mit Ihrer Rolle können Sie lesen. Zum Zusammenführen und Verknüpfen brauchen Sie mindestens die Rolle Bearbeitung.',
} satisfies typeof en.duplicates;
