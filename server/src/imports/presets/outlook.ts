import { NOT_OURS } from './address-books.ts';
import { addressColumns, type Preset, type PresetList } from './preset.ts';

function outlookAddress(place: string): PresetList['columns'] {
  const names = {
    [`${place} street`]: 'street',
    [`${place} city`]: 'city',
    [`${place} state`]: 'region',
    [`${place} postal code`]: 'postal_code',
    [`${place} country`]: 'country',
    [`${place} country region`]: 'country',
  };
  return {
    ...addressColumns(names, place === 'business' ? 'work' : place),
    [`${place} street 2`]: null,
    [`${place} street 3`]: null,
    [`${place} address po box`]: null,
    [`${place} address`]: null,
  };
}

const OUTLOOK_PHONES: Record<string, string> = {
  'business phone': 'work',
  'business phone 2': 'work',
  'mobile phone': 'mobile',
  'home phone': 'home',
  'home phone 2': 'home',
  'primary phone': 'main',
  'company main phone': 'main',
  'other phone': 'other',
  'business fax': 'fax',
  'home fax': 'fax',
  'other fax': 'fax',
  'car phone': 'car',
};

/** In Outlook, `Title` is Mr or Dr, and the job is `Job Title`. */
const COLUMNS: PresetList['columns'] = {
  ...Object.fromEntries([...NOT_OURS, 'title', 'suffix', 'private'].map((name) => [name, null])),
  'first name': 'first_name',
  'middle name': 'middle_name',
  'last name': 'last_name',
  'e mail address': 'email',
  'e mail 2 address': 'email',
  'e mail 3 address': 'email',
  ...Object.fromEntries(
    ['e mail', 'e mail 2', 'e mail 3'].flatMap((name) => [
      [`${name} type`, null],
      [`${name} display name`, null],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(OUTLOOK_PHONES).map(([name, label]) => [name, { to: 'phone', label }]),
  ),
  ...outlookAddress('business'),
  ...outlookAddress('home'),
  ...outlookAddress('other'),
  company: 'client',
  'job title': 'job_title',
  department: 'custom',
  birthday: 'birthday_on',
  categories: 'tags',
  notes: 'description',
  'web page': 'custom',
  'personal web page': null,
  language: 'language',
};

/**
 * What Outlook in German calls its columns, by their English name; `|` stands between names of
 * several years. (The headers that other people's importers and exporters have.)
 */
const GERMAN: Record<string, string> = {
  title: 'anrede',
  'first name': 'vorname',
  'middle name': 'weitere vornamen',
  'last name': 'nachname',
  suffix: 'suffix',
  company: 'firma',
  department: 'abteilung',
  'job title': 'position',
  'business street': 'straße geschäftlich',
  'business street 2': 'straße geschäftlich 2',
  'business street 3': 'straße geschäftlich 3',
  'business city': 'ort geschäftlich',
  'business state': 'region geschäftlich',
  'business postal code': 'postleitzahl geschäftlich',
  'business country': 'land geschäftlich|land region geschäftlich',
  'business address po box': 'postfach geschäftlich',
  'home street': 'straße privat',
  'home street 2': 'straße privat 2',
  'home street 3': 'straße privat 3',
  'home city': 'ort privat',
  'home state': 'region privat|bundesland kanton privat',
  'home postal code': 'postleitzahl privat',
  'home country': 'land privat|land region privat',
  'home address po box': 'postfach privat',
  'other street': 'weitere straße',
  'other street 2': 'weitere straße 2',
  'other street 3': 'weitere straße 3',
  'other city': 'weiterer ort',
  'other state': 'weitere region|weiteres r bundesland kanton',
  'other postal code': 'weitere postleitzahl',
  'other country': 'weiteres land|weiteres e land region',
  'other address po box': 'weiteres postfach',
  'business phone': 'telefon geschäftlich',
  'business phone 2': 'telefon geschäftlich 2',
  'mobile phone': 'mobiltelefon|mobiltelefon 2',
  'home phone': 'telefon privat',
  'home phone 2': 'telefon privat 2',
  'primary phone': 'haupttelefon',
  'company main phone': 'telefon firma',
  'other phone': 'weiteres telefon',
  'business fax': 'fax geschäftlich',
  'home fax': 'fax privat',
  'other fax': 'weiteres fax',
  'car phone': 'autotelefon',
  'e mail address': 'e mail adresse',
  'e mail 2 address': 'e mail 2 adresse',
  'e mail 3 address': 'e mail 3 adresse',
  'e mail type': 'e mail typ',
  'e mail 2 type': 'e mail 2 typ',
  'e mail 3 type': 'e mail 3 typ',
  'e mail display name': 'e mail angezeigter name',
  'e mail 2 display name': 'e mail 2 angezeigter name',
  'e mail 3 display name': 'e mail 3 angezeigter name',
  birthday: 'geburtstag',
  categories: 'kategorien',
  notes: 'notizen',
  'web page': 'webseite',
  language: 'sprache',
  initials: 'initialen',
  gender: 'geschlecht',
  location: 'ort',
  'billing information': 'abrechnungsinformation',
  'directory server': 'verzeichnisserver',
  mileage: 'reisekilometer',
  hobby: 'hobby',
  sensitivity: 'vertraulichkeit',
  priority: 'priorität',
  private: 'privat',
};

export const OUTLOOK: Preset = {
  key: 'outlook',
  title: 'Outlook',
  prefix: 'outlook',
  lists: [
    {
      kind: 'contact',
      needs: [
        ['first name'],
        ['last name'],
        ['e mail address', 'e mail 2 address'],
        ['business phone', 'business street', 'mobile phone'],
      ],
      columns: COLUMNS,
    },
    {
      kind: 'contact',
      needs: [
        ['vorname'],
        ['nachname'],
        ['e mail adresse', 'e mail 2 adresse'],
        // Lists of people themselves have `Telefon geschäftlich` as well, but not these.
        ['straße geschäftlich', 'ort geschäftlich', 'e mail 2 adresse', 'e mail angezeigter name'],
      ],
      columns: inLanguage(GERMAN),
    },
  ],
};

/** The columns by their names in another language. */
function inLanguage(names: Record<string, string>): PresetList['columns'] {
  return Object.fromEntries(
    Object.entries(names).flatMap(([english, own]) =>
      own.split('|').map((name) => [name, COLUMNS[english] ?? null]),
    ),
  );
}
