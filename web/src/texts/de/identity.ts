import { PASSWORD_MIN_LENGTH } from '@rapport/contract/passwords';
import type * as en from '../identity.ts';

export const identity = {
  signIn: 'Anmelden',
  stillSignedIn: 'Vielleicht sind Sie noch angemeldet',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  passwordHint: `Mindestens ${PASSWORD_MIN_LENGTH} Zeichen. Mehrere Wörter, auf die nur Sie kommen, sind besser als Sonderzeichen.`,
  name: 'Ihr Name',
  businessName: 'Name Ihres Unternehmens',
  lostTitle: 'Ihre Sitzung ist beendet',
  lost: (email: string) => `Melden Sie sich wieder als ${email} an. Was Sie geschrieben haben, bleibt.`,
  againTitle: 'Passwort bestätigen',
  again:
    'Die letzte Eingabe ist mehr als 15 Minuten her. Diese Aktion wirkt dauerhaft, daher wird noch einmal gefragt.',
  yourPassword: 'Ihr Passwort',
  code: 'Code aus Ihrer App',
  recoveryCode: 'Ersatzcode',
  useRecoveryCode: 'Keine App zur Hand? Ersatzcode nutzen',
  useApp: 'App nutzen',
  otherUser: 'Mit einem anderen Zugang anmelden',
  firstRunTitle: 'Zugang anlegen',
  firstRun:
    'Sie sind die erste Person hier. Diese Seite schließt sich danach; alle weiteren brauchen eine Einladung.',
  sampleData: 'Beispieldaten hinzufügen',
  sampleDataHint:
    '503 Unternehmen mit Kontakten, Verkaufschancen, Aufgaben und Notizen, zum Umsehen. Ein Klick unter „Accounts“ entfernt alles wieder.',
  create: 'Zugang anlegen',
  closedTitle: 'Rapport ist schon eingerichtet',
  closed: 'Lassen Sie sich einladen, oder melden Sie sich an.',
  forgotTitle: 'Passwort vergessen',
  forgot: 'Sie bekommen einen Link, um ein neues festzulegen.',
  sendLink: 'Link senden',
  linkSent:
    'Gibt es einen Zugang mit dieser Adresse, ist eine E-Mail mit einem Link unterwegs. Er gilt einmal und eine Stunde lang.',
  forgotKept:
    'Sie brauchen einen Link, um ein neues festzulegen. Rapport sendet hier keine E-Mails: Die Systembetreuung bekommt den Link und gibt ihn an Sie weiter.',
  makeLink: 'Link erstellen',
  linkKept:
    'Gibt es einen Zugang mit dieser Adresse, hat die Systembetreuung jetzt einen Link dafür. Fragen Sie danach: Er gilt einmal und eine Stunde lang.',
  linkCutTitle: 'Dieser Link ist unvollständig',
  linkCut:
    'Ein Teil fehlt. Öffnen Sie ihn noch einmal, oder kopieren Sie den ganzen Link in die Adresszeile.',
  askAgain: 'Neuen Link anfordern',
  askInviter:
    'Sind Sie schon beigetreten, melden Sie sich an. Sonst bitten Sie die Person, die Sie eingeladen hat, um eine neue Einladung.',
  toSecurity: 'Zu „Sicherheit“',
  askForEmail: 'Melden Sie sich an, und fordern Sie die Änderung unter „Sicherheit“ noch einmal an.',
  resetTitle: 'Neues Passwort festlegen',
  endAccess: 'Token und Apps trennen',
  endAccessHint:
    'Tun Sie das, wenn jemand anders das alte Passwort kennen könnte. Skripte und Apps brauchen dann neue Token.',
  resetDone: 'Passwort festgelegt. Alle anderen Sitzungen sind beendet.',
  setPassword: 'Passwort festlegen',
  invitationTitle: 'Sie sind eingeladen',
  invitation: (account: string, role: string) => `Treten Sie „${account}“ mit der Rolle ${role} bei.`,
  signInToJoin: (email: string) =>
    `Mit der Adresse ${email} gibt es schon einen Zugang. Melden Sie sich damit an, um beizutreten.`,
  notYourUser:
    'Das geht nicht, weil Sie diesen Zugang nie angelegt haben? Dann hat jemand Ihre Adresse benutzt. Bitten Sie die Systembetreuung, ihn Ihnen zu übergeben.',
  accept: 'Beitreten',
  tooShort: (length: number) => `Mindestens ${length} Zeichen.`,
  notBlank: 'Das darf nicht leer sein.',
  joined: (account: string) => `„${account}“ beigetreten.`,
  toRapport: 'Zu Rapport',
  confirmEmailTitle: 'Ihre neue Adresse',
  confirmEmail: 'Bestätigen Sie sie, und melden Sie sich künftig damit an.',
  confirm: 'Bestätigen',
  emailConfirmed: 'Adresse geändert.',
} satisfies typeof en.identity;
