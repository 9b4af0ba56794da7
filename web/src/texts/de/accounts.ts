import type * as en from '../accounts.ts';
import { sayNumber } from './plural.ts';

export const ROLE_LABELS = {
  owner: 'Inhaberschaft',
  admin: 'Administration',
  member: 'Bearbeitung',
  viewer: 'Lesezugriff',
} satisfies typeof en.ROLE_LABELS;

export const ROLE_HINTS = {
  viewer: 'liest',
  member: 'ändert auch Datensätze',
  admin: 'verwaltet auch Mitglieder',
  owner: 'verwaltet auch den Account selbst',
} satisfies typeof en.ROLE_HINTS;

export const accounts = {
  title: 'Accounts',
  about:
    'Ein Account enthält die Daten eines Unternehmens, getrennt von allen anderen. Mit einer Anmeldung erreichen Sie alle Ihre Accounts.',
  create: 'Neuer Account',
  name: 'Name des Unternehmens',
  created: (name: string) => `„${name}“ angelegt.`,
  isDefault: 'Standard',
  makeDefault: 'Als Standard festlegen',
  makeDefaultOf: (name: string) => `„${name}“ als Standard-Account festlegen`,
  defaultHint: 'Hier legen Skripte und Apps Datensätze an, wenn sie keinen Account nennen.',
  isDefaultNow: (name: string) => `„${name}“ ist jetzt Ihr Standard-Account.`,
  yourRole: 'Ihre Rolle',
  since: 'Seit',
  look: 'Kunden',
  rename: 'Umbenennen',
  renamed: 'Account umbenannt.',
  emptyTitle: 'Noch kein Account',
  empty: 'Legen Sie einen an, oder lassen Sie sich einladen.',
  members: 'Mitglieder',
  membersAbout: 'Wer sich in diesem Account anmelden kann und was diese Personen dürfen.',
  role: 'Rolle',
  lastSeen: 'Zuletzt gesehen',
  removeMember: 'Entfernen',
  removeOf: (name: string) => `${name} entfernen`,
  removeTitle: (name: string) => `${name} aus diesem Account entfernen?`,
  removeHint: 'Token und Apps dieser Person verlieren sofort den Zugriff auf diesen Account.',
  removed: (name: string) => `${name} entfernt.`,
  stillOwner: (name: string) =>
    `${name} ist noch für Datensätze zuständig, die andere dann nicht mehr sähen. Administration und Inhaberschaft können sie vorher übergeben.`,
  leaveRecords: 'Datensätze so lassen: Administration und Inhaberschaft sehen sie',
  leave: 'Verlassen',
  leaveTitle: (account: string) => `„${account}“ verlassen?`,
  leaveHint:
    'Sie, Ihre Token und Ihre Apps verlieren sofort den Zugriff auf diesen Account. Für die Rückkehr brauchen Sie eine Einladung.',
  left: (account: string) => `„${account}“ verlassen.`,
  roleChanged: (name: string, role: string) => `${name} hat jetzt die Rolle ${role}.`,
  changeRole: 'Rolle ändern',
  ownRoleTitle: (role: string) => `Sich selbst die Rolle ${role} geben?`,
  ownRoleHint:
    'Die Rechte Ihrer jetzigen Rolle enden sofort. Zurückgeben kann sie Ihnen nur, wer diese Rolle noch hat.',
  ownerRoleTitle: (name: string) => `${name} die Inhaberschaft entziehen?`,
  ownerRoleHint: (role: string) =>
    `Die Rolle ${role} gilt sofort. Zurückgeben kann die Inhaberschaft nur, wer sie selbst hat.`,
  roleOf: (name: string) => `Rolle von ${name}`,
  invite: 'Einladen',
  inviteAbout: 'Die Person bekommt eine E-Mail mit einem Link. Er gilt einmal und sieben Tage lang.',
  inviteAboutKept:
    'Die Person braucht einen Link. Er gilt einmal und sieben Tage lang. Rapport sendet hier keine E-Mails: Erstellen Sie den Link unten, kopieren Sie ihn und geben Sie ihn weiter.',
  invited: (email: string) => `Die Einladung an ${email} ist unterwegs.`,
  invitedKept: (email: string) =>
    `${email} eingeladen. Es geht keine E-Mail hinaus: Erstellen Sie den Link, kopieren Sie ihn und geben Sie ihn weiter.`,
  invitations: 'Einladungen',
  expires: 'Läuft ab',
  link: 'Link',
  makeLink: 'Link erstellen',
  linkOf: (email: string) => `Link für ${email} erstellen`,
  linkTitle: (email: string) => `Link für ${email}`,
  linkAbout:
    'Geben Sie ihn nur an diese Person. Hat sie noch keinen Zugang, tritt in ihrem Namen bei, wer den Link öffnet. Er wird nur jetzt gezeigt: Kopieren Sie ihn.',
  linkKept: 'Link erstellt',
  linkKeptUntil: 'Gültig bis',
  linkEnds:
    'Er ist hier nicht gespeichert und lässt sich nicht noch einmal zeigen. Ein neuer Link ersetzt ihn.',
  newLink: 'Neuer Link (der alte gilt nicht mehr)',
  keepLink: 'Behalten',
  waitsForThem: 'Die Person hat schon einen Zugang und nimmt auf der Seite Accounts an oder lehnt ab.',
  refused: 'Adresse abgelehnt',
  refusedHint: 'Der Mailserver kennt niemanden mit dieser Adresse. Prüfen Sie sie, und laden Sie erneut ein.',
  unproven: 'Adresse nicht bestätigt',
  unprovenHint:
    'Ob diese Adresse der Person gehört, ist nicht bestätigt. Prüfen Sie, ob es die richtige ist. Mit einem Mailserver bestätigt sie ein zugesandter Link, ohne Mailserver die Systembetreuung.',
  pendingTitle: 'Einladungen an Sie',
  pendingAbout:
    'Sobald Sie beitreten, arbeiten Sie in diesen Accounts mit. Bis dahin ist dort nichts von Ihnen zu sehen.',
  askedBy: (name: string) => `Eingeladen von ${name}`,
  join: 'Beitreten',
  joinOf: (account: string) => `„${account}“ beitreten`,
  joined: (account: string) => `„${account}“ beigetreten.`,
  decline: 'Ablehnen',
  declineOf: (account: string) => `Beitritt zu „${account}“ ablehnen`,
  declined: (account: string) => `Beitritt zu „${account}“ abgelehnt.`,
  withdraw: 'Zurückziehen',
  withdrawOf: (email: string) => `Einladung an ${email} zurückziehen`,
  withdrawn: 'Einladung zurückgezogen.',
  sampleTitle: 'Beispieldaten',
  sampleAbout: (count: number) =>
    count === 1
      ? 'Ein Datensatz ist ein Beispiel. Ihre eigenen bleiben, und Entferntes lässt sich 30 Tage lang wiederherstellen.'
      : `${sayNumber(count)} Datensätze sind Beispiele. Ihre eigenen bleiben, und Entferntes lässt sich 30 Tage lang wiederherstellen.`,
  sampleAdd: 'Beispieldaten hinzufügen',
  sampleAddAbout:
    'Kunden, Kontakte, Verkaufschancen, Aufgaben und Notizen zum Ausprobieren. Ein Klick entfernt sie wieder.',
  sampleAdded: 'Beispieldaten hinzugefügt.',
  sampleRemove: 'Beispieldaten entfernen',
  sampleRemoveTitle: 'Beispieldaten entfernen?',
  sampleRemoveHint:
    'Alle Kunden, Kontakte, Verkaufschancen, Aufgaben und Notizen aus den Beispielen werden gelöscht, auch die von Ihnen geänderten.',
  sampleRemoved: 'Beispieldaten entfernt.',
  deleteTitle: 'Account löschen',
  deleteAbout:
    'Damit werden auch Kunden, Mitgliedschaften und Ereignisse gelöscht. 30 Tage lang lässt sich der Account mit der Rolle Inhaberschaft unter „Accounts“ wiederherstellen.',
  deleteConfirm: (name: string) => `Zur Bestätigung „${name}“ eingeben`,
  deleted: 'Account gelöscht.',
  deletedTitle: 'Gelöschte Accounts',
  deletedAbout: 'Bis zum genannten Tag lassen sie sich mit allen Datensätzen wiederherstellen.',
  restorableUntil: 'Frist:',
  restore: 'Wiederherstellen',
  restoreOf: (name: string) => `„${name}“ wiederherstellen`,
  restored: (name: string) => `„${name}“ wiederhergestellt.`,
  audit: 'Audit-Protokoll und Verbindungen',
  auditAbout: 'Das Audit-Protokoll dieses Accounts sowie alle Webhooks und verbundenen Apps der Mitglieder.',
  toAudit: 'Audit-Protokoll öffnen',
  assistants: 'Assistenten',
  assistantsAbout:
    'Mitglieder können ihre Assistenten per MCP verbinden. Ein Assistent kann nur, was das Mitglied selbst darf und ihm erlaubt hat.',
  letAssistantsIn: 'Assistenten von Mitgliedern zulassen',
  assistantsIn: 'Assistenten von Mitgliedern erreichen diesen Account.',
  assistantsOut: 'Assistenten erreichen diesen Account nicht mehr.',
  details: 'Angaben',
  you: 'Sie',
} satisfies typeof en.accounts;
