import type * as en from '../place.ts';

export const placeTexts = {
  title: 'Währung, Land und Zeit',
  about: 'Gilt für Beträge ohne Währung, Telefonnummern ohne Landesvorwahl und Tage ohne Zeitzone.',
  unsaid:
    'Das ist noch nicht festgelegt. Beträge haben daher keine Währung, und Telefonnummern ohne Landesvorwahl bleiben, wie sie geschrieben sind. Diese Werte schlägt Ihr Browser vor: Speichern Sie sie, wenn sie stimmen.',
  country: 'Land',
  countryUnsaid: 'Ohne Land bleiben Telefonnummern ohne Landesvorwahl, wie sie geschrieben sind.',
  currency: 'Währung',
  timeZone: 'Zeitzone',
  weekStartsOn: 'Erster Tag der Woche',
  weekDays: { monday: 'Montag', friday: 'Freitag', saturday: 'Samstag', sunday: 'Sonntag' },
  save: 'Speichern',
  saved: 'Währung, Land und Zeit gespeichert.',
  language: 'Sprache',
  languageAbout: 'Die Sprache Ihrer Seiten und E-Mails. API, Befehl und Dateien bleiben englisch.',
  ownZone: 'Zeitzone',
  ownZoneAbout: 'Danach richten sich Tage und Uhrzeiten hier, und was „heute“ für Ihre Programme bedeutet.',
  browserZone: (zone: string) => `Dieser Browser ist in ${zone}.`,
} satisfies typeof en.placeTexts;
