import type * as en from '../access.ts';
import { sayNumber } from './plural.ts';

/** Counting stops there. */
const MOST = 10_000;

const say = (count: number) => (count > MOST ? `über ${sayNumber(MOST)}` : sayNumber(count));

export const access = {
  title: 'Wer sieht was',
  about:
    'Welche Kunden, Kontakte und Verkaufschancen Mitglieder mit den Rollen Bearbeitung und Lesezugriff sehen. Administration und Inhaberschaft sehen alles. Aufgaben und Notizen richten sich nach den Datensätzen, um die es geht.',
  presets: {
    all: 'Alle sehen und ändern alles',
    change_own: 'Alle sehen alles und ändern das Eigene',
    deals_by_team: 'Alle sehen alles, Verkaufschancen nur die des Teams',
    own_and_team: 'Alle sehen das Eigene und das ihres Teams',
  },
  hints: {
    all: 'Für Teams, in denen man einander vertritt.',
    change_own: 'Niemand ändert oder löscht, wofür andere zuständig sind.',
    deals_by_team: 'Kunden und Kontakte gehören allen, jedes Team hat seine Verkaufschancen.',
    own_and_team:
      'Eigen ist, wofür jemand zuständig ist, dazu Kontakte und Verkaufschancen der eigenen Kunden. Ohne Team ist das alles.',
  },
  ownerless: 'Datensätze ohne Zuständige sehen nur Administration und Inhaberschaft',
  ownerlessHint:
    'Für Datensätze, die noch verteilt werden. Wer dann einen ohne Zuständige anlegt, ist selbst zuständig.',
  other: 'Ein Programm hat etwas anderes eingestellt. Wählen Sie etwas davon, um es zu ersetzen.',
  nobody: 'Dieser Account hat noch niemanden mit diesen Rollen. Es gilt für alle, die dazukommen.',
  member: 'Mitglied',
  kinds: { client: 'Kunden', contact: 'Kontakte', deal: 'Verkaufschancen' } as Record<string, string>,
  counts: (now: number, then: number) => (now === then ? say(now) : `${say(now)} → ${say(then)}`),
  handOver: 'Übergeben',
  handOverOf: (name: string) => `Datensätze von ${name} übergeben`,
  handOverAbout:
    'Jemand anders ist ab jetzt zuständig, etwa wenn jemand geht oder abwesend ist. Das ist eine Änderung, die Sie unter Änderungen rückgängig machen können.',
  handOverTo: 'An wen',
  onlyOpen: 'Von Verkaufschancen und Aufgaben nur offene',
  nothingToHand: 'Es gibt nichts zu übergeben.',
  handed: (kind: string, count: number) => {
    const words: Record<string, [string, string]> = {
      client: ['Kunde', 'Kunden'],
      contact: ['Kontakt', 'Kontakte'],
      deal: ['Verkaufschance', 'Verkaufschancen'],
      task: ['Aufgabe', 'Aufgaben'],
      note: ['Notiz', 'Notizen'],
      pipeline: ['Pipeline', 'Pipelines'],
    };
    const [one, many] = words[kind] ?? [kind, kind];
    return `${sayNumber(count)} ${count === 1 ? one : many}`;
  },
  handedOver: 'Datensätze übergeben.',
  handingOver: 'Die Übergabe läuft im Hintergrund.',
  keptOwners: 'Als zuständig genannt',
  keptOwnersAbout:
    'Ein Import hat diese Namen behalten, weil damals niemand so hieß. Ist es dieselbe Person, geben Sie ihr die Datensätze.',
  keptAs: (names: string[]) => `Genannt als ${names.join(', ')}`,
  assignTo: (count: number, name: string) =>
    `${name} ${sayNumber(count)} ${count === 1 ? 'Datensatz' : 'Datensätze'} zuweisen`,
  isAnother: 'Das ist jemand anders',
  isAnotherOf: (name: string) => `${name}: Das ist jemand anders`,
  assigned: 'Datensätze zugewiesen. Rückgängig machen können Sie das unter Änderungen.',
  assigning: 'Die Zuweisung läuft im Hintergrund.',
  whoSees: 'Wer sieht das',
  share: 'Teilen',
  shareWith: 'Teilen mit',
  shareAbout:
    'Wer einen Kunden bekommt, sieht auch dessen Kontakte und Verkaufschancen. Sonst wird nichts geteilt.',
  shareOfAll:
    'Hier sehen alle alles, es gibt also nichts zu teilen. Die Inhaberschaft des Accounts kann das unter „Wer sieht was“ ändern.',
  sharedWith: 'Geteilt mit',
  people: 'Personen',
  maySee: 'sieht es',
  mayChange: 'ändert es auch',
  mayOf: (name: string) => `Was ${name} darf`,
  shared: (name: string) => `Geteilt mit ${name}.`,
  unshare: (name: string) => `Nicht mehr mit ${name} teilen`,
  unshared: (name: string) => `Nicht mehr mit ${name} geteilt.`,
  shareChanged:
    'Jemand anders hat gerade geändert, mit wem geteilt ist. Sehen Sie nach, und wählen Sie dann.',
  goneUser: 'Ehemaliges Mitglied',
  goneTeam: 'Ein Team, das es nicht mehr gibt',
  notYours: 'Sie können es sehen, aber nicht ändern.',
  because: {
    role: 'sieht durch die Rolle alles',
    level: 'sieht alles dieser Art, wie im Account eingestellt',
    person: 'ist zuständig',
    shared: 'weil es geteilt ist',
    team: 'ist in einem Team mit der zuständigen Person',
    held: 'ist für den Kunden dazu zuständig',
    nobodys: 'weil niemand zuständig ist',
    about: 'sieht, worum es geht',
  },
  saved: 'Das gilt ab jetzt.',
  teams: 'Teams',
  teamsAbout:
    'Wer das Eigene seines Teams sieht, sieht alles, wofür jemand aus einem der eigenen Teams zuständig ist. Man kann in mehreren Teams sein.',
  newTeam: 'Neues Team',
  teamName: 'Name des Teams',
  teamMembers: 'Mitglieder',
  teamSaved: (name: string) => `„${name}“ gespeichert.`,
  teamDeleted: (name: string) => `„${name}“ gelöscht.`,
  removeTeam: (name: string) => `Team „${name}“ löschen`,
  removeTeamHint: 'Kein Datensatz ändert sich. Wer das Eigene des Teams sieht, sieht sofort weniger.',
  emptyTeam: 'In diesem Team ist niemand.',
} satisfies typeof en.access;
