import { addressColumns, type Preset, type PresetList, type Target } from './preset.ts';

/** What address books have for other people than a CRM: left out, and said so. */
export const NOT_OURS = [
  'phonetic first name',
  'phonetic middle name',
  'phonetic last name',
  'given name yomi',
  'additional name yomi',
  'family name yomi',
  'yomi name',
  'name prefix',
  'name suffix',
  'nickname',
  'short name',
  'maiden name',
  'initials',
  'file as',
  'photo',
  'gender',
  'location',
  'billing information',
  'directory server',
  'mileage',
  'occupation',
  'hobby',
  'sensitivity',
  'priority',
  'subject',
];

const NUMBERED: [RegExp, Target][] = [
  [/^e mail (\d+) value$/, { to: 'email' }],
  [/^e mail (\d+) (?:label|type)$/, { to: 'email_label' }],
  [/^phone (\d+) value$/, { to: 'phone' }],
  [/^phone (\d+) (?:label|type)$/, { to: 'phone_label' }],
  [/^address (\d+) (?:label|type)$/, { to: 'address_label' }],
  [/^address (\d+) street$/, { to: 'street' }],
  [/^address (\d+) city$/, { to: 'city' }],
  [/^address (\d+) region$/, { to: 'region' }],
  [/^address (\d+) postal code$/, { to: 'postal_code' }],
  [/^address (\d+) country$/, { to: 'country' }],
  [/^address (\d+) (?:formatted|po box|extended address)$/, { to: null }],
  [/^(?:website|im|event|relation|custom field) (\d+) (?:label|type|service)$/, { to: null }],
  [/^organization (\d+) (?:type|yomi name|symbol|location|job description)$/, { to: null }],
  [/^organization (1) name$/, { to: 'client' }],
  [/^organization (1) title$/, { to: 'job_title' }],
];

const GOOGLE: PresetList['columns'] = {
  ...Object.fromEntries(NOT_OURS.map((name) => [name, null])),
  name: 'name',
  'first name': 'first_name',
  'given name': 'first_name',
  'middle name': 'middle_name',
  'additional name': 'middle_name',
  'last name': 'last_name',
  'family name': 'last_name',
  'organization name': 'client',
  'organization title': 'job_title',
  birthday: 'birthday_on',
  notes: 'description',
  language: 'language',
  labels: 'tags',
  'group membership': 'tags',
};

/** Google Contacts writes ` ::: ` between several values, and `* ` before a chosen label. */
export const GOOGLE_CONTACTS: Preset = {
  key: 'google',
  title: 'Google Contacts',
  prefix: 'google',
  lists: [
    {
      kind: 'contact',
      needs: [['first name'], ['last name'], ['labels'], ['organization name', 'e mail 1 value', 'file as']],
      columns: GOOGLE,
      patterns: NUMBERED,
    },
  ],
};

/** The same before 2024, with other names. */
export const GOOGLE_CONTACTS_OLD: Preset = {
  ...GOOGLE_CONTACTS,
  key: 'google_old',
  title: 'Google Contacts (before 2024)',
  lists: [
    {
      kind: 'contact',
      needs: [['given name'], ['family name'], ['group membership', 'e mail 1 type', 'e mail 1 value']],
      columns: GOOGLE,
      patterns: NUMBERED,
    },
  ],
};

/** The columns that the reader of address books makes. */
export const VCARD: Preset = {
  key: 'vcard',
  title: 'vCard',
  prefix: 'vcard',
  lists: [
    {
      kind: 'contact',
      needs: [['vcard uid']],
      columns: {
        'vcard uid': 'external_id',
        'full name': 'name',
        'first name': 'first_name',
        'middle name': 'middle_name',
        'last name': 'last_name',
        organization: 'client',
        department: 'custom',
        title: 'job_title',
        website: 'custom',
        birthday: 'birthday_on',
        categories: 'tags',
        note: 'description',
        language: 'language',
        'other details': 'custom',
        ...Object.fromEntries(
          ['work', 'home', 'other'].map((label) => [`email ${label}`, { to: 'email', label }]),
        ),
        ...Object.fromEntries(
          ['work', 'home', 'mobile', 'fax', 'other'].map((label) => [
            `phone ${label}`,
            { to: 'phone', label },
          ]),
        ),
        ...Object.assign(
          {},
          ...['work', 'home', 'other'].map((label) =>
            addressColumns(
              {
                [`address ${label} street`]: 'street',
                [`address ${label} city`]: 'city',
                [`address ${label} region`]: 'region',
                [`address ${label} postal code`]: 'postal_code',
                [`address ${label} country`]: 'country',
              },
              label,
            ),
          ),
        ),
      },
    },
  ],
};
