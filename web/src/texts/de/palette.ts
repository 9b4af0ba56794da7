import type * as en from '../palette.ts';
import { clients } from './clients.ts';

export const palette: typeof en.palette = {
  goTo: 'Gehe zu',
  do: 'Aktionen',
  create: (one: string) => NEW[one] ?? `Neu: ${one}`,
  writing: [
    {
      write: 'log',
      begin: 'Anruf festhalten mit',
      pattern: /^anruf (?:festhalten )?(?:mit )?(\S.*)$/i,
      label: (name: string) => `Anruf mit ${name} festhalten`,
    },
    {
      write: 'note',
      begin: 'Notiz schreiben zu',
      pattern: /^notiz (?:schreiben )?(?:zu )?(\S.*)$/i,
      label: (name: string) => `Notiz zu ${name} schreiben`,
    },
    {
      write: 'task',
      begin: 'Aufgabe hinzufügen für',
      pattern: /^aufgabe (?:hinzufügen )?(?:für )?(\S.*)$/i,
      label: (name: string) => `Aufgabe für ${name} hinzufügen`,
    },
  ],
  theme: (scheme: string) => `Darstellung: ${scheme}`,
  themeWords: 'modus aussehen farben dunkel hell theme dark mode',
  signOutWords: 'log out logout ausloggen abmelden',
  calendarWords: 'monat woche ics ical abo',
  clients: 'Kunden',
  others: 'Andere Datensätze',
  mails: 'E-Mails',
  mail: 'E-Mail',
  searching: 'Kunden werden gesucht …',
  unreachable:
    'Rapport antwortet nicht, daher werden jetzt keine Kunden gefunden. Prüfen Sie die Verbindung, und geben Sie die Wörter noch einmal ein.',
  switchTo: (account: string) => `Zu „${account}“ wechseln`,
  view: (kind: string, name: string) => `${kind}: ${name}`,
  members: 'Mitglieder: jemanden in einen Account einladen',
  auditLog: 'Audit-Protokoll eines Accounts',
  pages: [
    ['Verkaufschancen: Tabelle', '/deals', 'liste deals'],
    ['Überblick', '/overview', 'auswertung zahlen übersicht pipeline überfällig dashboard'],
    ['Auswertungen: Pipeline nach Phase', '/reports', 'bericht statistik diagramm gewichtet report'],
    [
      'Auswertungen: was sich in der Pipeline geändert hat',
      '/reports?report=changes',
      'bericht vergangenheit seit montag',
    ],
    [
      'Auswertungen: Übergänge und Zeit je Phase',
      '/reports?report=stages',
      'bericht statistik tage conversion',
    ],
    ['Auswertungen: gewonnen und verloren', '/reports?report=won-and-lost', 'bericht gründe statistik'],
    ['Auswertungen: Prognose', '/reports?report=forecast', 'bericht vorschau erwartet forecast'],
    ['Auswertungen: Aktivität nach Person', '/reports?report=activity', 'bericht statistik personen'],
    ['Auswertungen: neue Kunden', '/reports?report=new-clients', 'bericht herkunft statistik'],
    ['Aufgaben: alle', '/tasks', 'liste'],
    [clients.trash.title, '/clients/deleted', 'papierkorb wiederherstellen rückgängig'],
    [
      'Kunden, Kontakte und Verkaufschancen aus Dateien importieren',
      '/settings/imports',
      'hochladen csv excel umziehen',
    ],
    ['Persönliche Zugriffstoken', '/settings/account-details', 'api key schlüssel'],
    ['Webhooks empfangen', '/developers/receive', ''],
    ['Signatur prüfen', '/developers/verify', 'hmac'],
    ['Ereigniskatalog', '/developers/events', 'events'],
    ['API-Anfragen', '/developers/requests', 'log protokoll'],
  ],
};

const NEW: Record<string, string> = {
  Kunde: 'Neuer Kunde',
  Kontakt: 'Neuer Kontakt',
  Verkaufschance: 'Neue Verkaufschance',
  Aufgabe: 'Neue Aufgabe',
  Notiz: 'Neue Notiz',
};
