import type * as en from '../settings.ts';

export const settings = {
  ofAccount: 'Account',
  ofMe: 'Ich',
  ofDevelopers: 'Entwicklung',
  account: {
    label: 'Account und Mitglieder',
    about: 'Name, Währung, Land, Zeitzone, Woche, Mitglieder, Beispieldaten, Löschung',
    words:
      'unternehmen firma umbenennen einladen kollege team personen rolle zweiter faktor löschen export archiv verlassen members invite',
  },
  pipelines: {
    label: 'Pipelines',
    about: 'Die Phasen der Verkaufschancen',
    words: 'vertrieb prozess wahrscheinlichkeit stages',
  },
  imports: {
    label: 'Importe',
    about: 'Aus einem anderen System umziehen oder eine Liste hinzufügen',
    words:
      'hochladen csv excel xlsx vcard hubspot pipedrive salesforce zoho google outlook rückgängig umziehen upload',
  },
  fields: {
    label: 'Felder',
    about: 'Eigene Felder von Kunden, Kontakten, Verkaufschancen und Aufgaben',
    words: 'eigene eigenschaft attribut spalte custom fields',
  },
  changes: {
    label: 'Änderungen',
    about: 'Wer was geändert hat, und wie Sie es rückgängig machen',
    words:
      'rückgängig wiederholen verlauf zurücksetzen wiederherstellen protokoll import zusammenführen undo',
  },
  proposals: {
    label: 'Vorschläge',
    about: 'Was Programme und Assistenten vorschlagen, zum Annehmen oder Ablehnen',
    words: 'assistent ki ai mcp vorschlagen freigeben annehmen ablehnen prüfen',
  },
  jobs: {
    label: 'Hintergrundvorgänge',
    about: 'Was läuft, wartet und beendet ist',
    words: 'jobs fortschritt anhalten abbrechen',
  },
  tags: {
    label: 'Schlagwörter',
    about: 'Farben, Namen und Zusammenführen',
    words: 'label etikett kategorie tags',
  },
  accountDetails: {
    label: 'Profil',
    about: 'Ihr Name, E-Mail-Adresse, Sprache, Zeitzone und persönliche Zugriffstoken',
    words: 'profil ich api key skript mail sprache englisch english account details language',
  },
  notifications: {
    label: 'Benachrichtigungen',
    about: 'Was Sie erfahren und wo: in Rapport, im Browser, per E-Mail, jeden Morgen',
    words: 'erinnerung glocke mail e-mail abbestellen zusammenfassung erwähnung',
  },
  mailTemplates: {
    label: 'E-Mail-Vorlagen',
    about: 'Texte, mit denen Mitglieder eine E-Mail beginnen',
    words: 'email e-mail mail vorlage textbaustein platzhalter template',
  },
  mailboxes: {
    label: 'Postfächer',
    about: 'Ihre E-Mails hier lesen und festlegen, was andere davon sehen',
    words: 'email e-mail mail imap posteingang verbinden gmail outlook bcc ablage weiterleiten',
  },
  security: {
    label: 'Sicherheit',
    about: 'Passwort, zweiter Faktor, Sitzungen, Audit-Protokoll',
    words: 'zwei-faktor 2fa totp geräte ersatzcodes anmelden passwort',
  },
  connectedApps: {
    label: 'Verbundene Apps',
    about: 'Apps, die für Sie handeln',
    words: 'oauth integrationen zugriff',
  },
  accounts: {
    label: 'Accounts',
    about: 'Alle Unternehmen, in denen Sie arbeiten',
    words: 'firma neu wechseln standard beitreten wartend wiederherstellen',
  },
  webhooks: {
    label: 'Webhooks',
    about: 'Webhooks und ihre Zustellungen',
    words: 'empfänger ereignisse url schlüssel',
  },
  developers: {
    label: 'Entwicklung',
    about: 'Wie Programme Rapport nutzen',
    words: 'api dokumentation openapi',
  },
} satisfies typeof en.settings;
