import type * as en from '../notifications.ts';
import { aDative, anAccusative } from './nouns.ts';
import { sayNumber } from './plural.ts';

export const notifications = {
  label: 'Benachrichtigungen',
  labelWith: (unread: string) => `Benachrichtigungen, ${unread} ungelesen`,
  title: 'Benachrichtigungen',
  readAll: 'Alle als gelesen markieren',
  emptyTitle: 'Nichts Neues',
  empty:
    'Hier erscheinen fällige Aufgaben, was andere Ihnen übergeben, Notizen, die Sie mit @ nennen, und Änderungen Ihrer Verkaufschancen.',
  unread: 'Ungelesen',
  today: 'Heute',
  yesterday: 'Gestern',
  tomorrow: 'Morgen',
  earlier: 'Früher',
  at: (day: string, time: string) => `${day}, ${time} Uhr`,
  settings: 'Benachrichtigungen einstellen',
  somebody: 'Jemand',
  through: (program: string, name: string) => `${program} für ${name}`,
  reminder: (when: string) => (when === '' ? 'Fällig' : `Fällig: ${when}`),
  assigned: (who: string, what: string) => `${who} hat Ihnen ${anAccusative(what)} übergeben`,
  assignedMany: (who: string, count: number, what: string) =>
    `${who} hat Ihnen ${sayNumber(count)} ${what} übergeben`,
  mentioned: (who: string, what: string) => `${who} hat Sie in ${aDative(what)} erwähnt`,
  mentionedMany: (who: string, count: number, what: string) =>
    `${who} hat Sie mehrfach erwähnt (${what}: ${sayNumber(count)})`,
  changedMany: (who: string, count: number) =>
    `${who} hat ${sayNumber(count)} Ihrer Verkaufschancen geändert`,
  changed: {
    moved: (who: string) => `${who} hat Ihre Verkaufschance verschoben`,
    won: (who: string) => `${who} hat Ihre Verkaufschance als gewonnen markiert`,
    lost: (who: string) => `${who} hat Ihre Verkaufschance als verloren markiert`,
    reopened: (who: string) => `${who} hat Ihre Verkaufschance wieder geöffnet`,
    deleted: (who: string) => `${who} hat Ihre Verkaufschance gelöscht`,
    restored: (who: string) => `${who} hat Ihre Verkaufschance wiederhergestellt`,
    merged: (who: string) => `${who} hat Ihre Verkaufschance zusammengeführt`,
  },
  changedOther: (who: string) => `${who} hat Ihre Verkaufschance geändert`,
  viewShared: (who: string, what: string) => `${who} hat eine Ansicht freigegeben (${what})`,
  importDone: 'Ihr Import ist beendet',
  bulkDone: 'Ihre Sammeländerung ist beendet. Datensätze:',
  ownerJoined: 'Jetzt Mitglied und in importierten Datensätzen als zuständig genannt:',
  receiverDisabled: 'Ein Webhook wurde deaktiviert',
  proposed: 'Ihnen werden Änderungen vorgeschlagen',
  mailRefused: 'Der Mailserver kennt niemanden mit dieser Adresse',
  mailboxRefused: 'Ihr Postfach kann nicht mehr gelesen werden',
  mailNotSent:
    'Ihre E-Mail wurde nicht oder vielleicht nicht gesendet. Entscheiden Sie, was damit geschieht:',
  mailHeld: 'In Ihrer E-Mail-Ablage wartet etwas, bis Sie es behalten',
  ownMailRefused: 'E-Mails an Ihre Adresse werden abgelehnt. Ändern Sie sie:',
} satisfies typeof en.notifications;

export const notificationSettings = {
  title: 'Benachrichtigungen',
  about: 'Was Sie erfahren und wo. Das gilt nur für Sie.',
  what: 'Was Sie erfahren',
  sorts: {
    reminder: ['Erinnerungen', 'Eine Ihrer Aufgaben ist fällig'],
    assigned: [
      'An Sie übergeben',
      'Für eine Aufgabe, einen Kunden, einen Kontakt oder eine Verkaufschance sind jetzt Sie zuständig',
    ],
    mentioned: ['Erwähnungen', 'Eine Notiz oder Aufgabe nennt Sie mit @'],
    deal_changed: ['Ihre Verkaufschancen', 'Jemand anders hat eine verschoben, geändert oder abgeschlossen'],
    view_shared: ['Ansichten', 'Jemand gibt eine Ansicht für alle frei'],
    import_done: ['Importe', 'Einer Ihrer Importe ist beendet'],
    bulk_done: ['Sammeländerungen', 'Eine längere von Ihnen ist beendet'],
    owner_joined: [
      'Zuständige aus Importen',
      'Jemand kommt dazu, den importierte Datensätze als zuständig nennen',
    ],
    receiver_disabled: ['Webhooks', 'Einer Ihrer Webhooks wurde deaktiviert, weil er zu lange gestört war'],
    proposed: ['Vorschläge', 'Eines Ihrer Programme schlägt Änderungen vor, und Sie entscheiden'],
    mail_refused: ['Abgelehnte E-Mails', 'Eine eingeladene Adresse gibt es nicht, oder Ihre wird abgelehnt'],
    mailbox_refused: ['Postfächer', 'Eines Ihrer Postfächer kann nicht mehr gelesen werden'],
    mail_not_sent: [
      'Nicht gesendete E-Mails',
      'Eine E-Mail, die Sie hier geschrieben haben, wurde nicht oder vielleicht nicht gesendet',
    ],
    mail_held: ['E-Mail-Ablage', 'Dort wartet eine E-Mail, weil nichts belegt, dass sie von Ihnen ist'],
  },
  channels: { page: 'In Rapport', browser: 'Browser', mail: 'E-Mail' },
  channelOf: (channel: string, sort: string) => `${channel}: ${sort}`,
  mailDelay:
    'Was Sie zwei Minuten lang nicht gelesen haben, kommt als E-Mail. Jede enthält einen Link zum Abbestellen.',
  noMails:
    'Rapport hat hier keinen Mailserver und sendet keine E-Mails. Die Systembetreuung kann einen einrichten.',
  browser: 'Dieser Browser',
  browserAbout:
    'Er kann Sie benachrichtigen, während Rapport in einem Tab offen ist, den Sie nicht ansehen. Jeder Browser fragt für sich.',
  allow: 'In diesem Browser benachrichtigen',
  stop: 'In diesem Browser nicht mehr benachrichtigen',
  isOn: 'Dieser Browser benachrichtigt Sie.',
  denied:
    'In diesem Browser sind Benachrichtigungen von Rapport blockiert. Erlauben Sie sie in den Einstellungen der Website neben der Adresszeile, und laden Sie die Seite neu.',
  unsupported: 'Dieser Browser kann nicht benachrichtigen. Nötig ist eine Adresse mit https oder localhost.',
  morning: 'Jeden Morgen',
  morningAbout:
    'Um sieben in Ihrer Zeitzone: was überfällig und fällig ist, und Ihre Verkaufschancen ohne nächsten Schritt. Gibt es nichts, kommt nichts.',
  morningMail: 'Jeden Morgen eine E-Mail senden',
} satisfies typeof en.notificationSettings;
