/** Texts about where an Account is, and whose days the pages show. */
export const placeTexts = {
  title: 'Currency, country and time',
  about: 'What amounts, phones and days mean that do not say it.',
  unsaid:
    'Nobody has said this yet, so amounts have no currency, and phone numbers without a country code stay as they are written. This is what your browser suggests: save it if it is right.',
  country: 'Country',
  countryUnsaid: 'Without it, phone numbers without a country code stay as they are written.',
  currency: 'Currency',
  timeZone: 'Time zone',
  weekStartsOn: 'First day of the week',
  weekDays: { monday: 'Monday', friday: 'Friday', saturday: 'Saturday', sunday: 'Sunday' },
  save: 'Save',
  saved: 'Currency, country and time are saved.',
  language: 'Language',
  languageAbout: 'The language of your pages and mails. The API, the command and files stay in English.',
  ownZone: 'Time zone',
  ownZoneAbout: 'Whose days and times you see here, and what “today” means to your programs.',
  browserZone: (zone: string) => `This browser is in ${zone}.`,
};
