import type * as en from '../second-factor.ts';

const both = new Intl.ListFormat('de', { type: 'conjunction' });

export const secondFactor = {
  title: 'Zweiter Faktor',
  about:
    'Eine App auf Ihrem Telefon zeigt alle 30 Sekunden einen neuen Code. Damit reicht Ihr Passwort allein nicht mehr zum Anmelden.',
  off: 'Zum Anmelden reicht Ihr Passwort allein.',
  setUp: 'Einrichten',
  steps: [
    'Installieren Sie eine Authentifizierungs-App, falls Sie keine haben: etwa Aegis, 2FAS, Google Authenticator oder die Ihres Passwortmanagers.',
    'Scannen Sie damit diesen Code, oder geben Sie den Schlüssel ein.',
    'Geben Sie die sechs Ziffern ein, die sie zeigt.',
  ],
  qrCode: 'QR-Code für Ihre Authentifizierungs-App',
  key: 'Schlüssel',
  code: 'Code aus der App',
  turnOn: 'Einschalten',
  on: 'Eingeschaltet:',
  turnedOn: 'Zweiter Faktor eingeschaltet. Ihre anderen Browser sind abgemeldet.',
  keepTitle: 'Diese Ersatzcodes aufbewahren',
  keep: 'Mit jedem können Sie sich einmal anmelden, wenn die App nicht zur Hand ist. Sie werden nur jetzt gezeigt: Drucken Sie sie aus, oder bewahren Sie sie im Passwortmanager auf, nicht auf dem Telefon mit der App.',
  download: 'Herunterladen',
  kept: 'Aufbewahrt',
  fileHead: (host: string, email: string) =>
    `Ersatzcodes von ${email} für Rapport unter ${host}. Jeder gilt einmal.`,
  left: (count: number) =>
    count === 0
      ? 'Kein Ersatzcode ist mehr übrig. Erstellen Sie neue: Geht die App verloren, kann Ihnen sonst nur die Systembetreuung helfen.'
      : `Noch ${count} von 10 Ersatzcodes`,
  renew: 'Neue Ersatzcodes',
  renewTitle: 'Neue Ersatzcodes erstellen?',
  renewHint: 'Die bisherigen gelten dann nicht mehr.',
  turnOff: 'Ausschalten',
  turnOffTitle: 'Zweiten Faktor ausschalten?',
  turnOffHint: 'Dann reicht Ihr Passwort allein zum Anmelden. Ihre Ersatzcodes gelten nicht mehr.',
  turnOffCloses: (names: string[]) =>
    ` ${both.format(names)} ${names.length === 1 ? 'verlangt ihn und bleibt' : 'verlangen ihn und bleiben'} Ihnen verschlossen, bis Sie ihn wieder einrichten.`,
  turnedOff: 'Zweiter Faktor ausgeschaltet.',
  closedTitle: (name: string) => `„${name}“ verlangt einen zweiten Faktor`,
  closed:
    'Dort melden sich alle Mitglieder mit Passwort und App an. Richten Sie ihn ein, das dauert eine Minute; dann geht es hier weiter. Ihre Token und verbundenen Apps arbeiten wie bisher.',
  closedNote: (names: string[]) =>
    `${both.format(names)} ${names.length === 1 ? 'bleibt' : 'bleiben'} Ihnen verschlossen, bis Sie einen zweiten Faktor einrichten.`,
  toSetup: 'Einrichten',
  account: 'Zweiter Faktor',
  accountAbout:
    'Mitglieder ohne ihn richten ihn ein, bevor sie diesen Account auf den Seiten nutzen. Ihre Token und verbundenen Apps arbeiten weiter; neue brauchen ihn.',
  require: 'Von allen Mitgliedern einen zweiten Faktor verlangen',
  requireFirst: 'Richten Sie zuerst Ihren eigenen ein.',
  required: 'Alle Mitglieder brauchen jetzt einen zweiten Faktor.',
  optional: 'Ein zweiter Faktor ist jetzt allen freigestellt.',
} satisfies typeof en.secondFactor;
