/** A line of a card. Types are lower case: `work`, `cell`, `home`. */
export type VcardLine = { group: string; name: string; types: string[]; isPreferred: boolean; value: string };

const ADDRESS_PARTS = ['Street', 'City', 'Region', 'Postal code', 'Country'] as const;
const ADDRESSES = ['Work', 'Home', 'Other'] as const;
const PLACES = ['Work', 'Home', 'Other'] as const;
const PHONES = ['Work', 'Home', 'Mobile', 'Fax', 'Other'] as const;

/** What no column is made for, each with its name. */
const DETAILS = 'Other details';

/** The columns of an address book as a table. */
export const VCARD_COLUMNS = [
  'vCard UID',
  'Full name',
  'First name',
  'Middle name',
  'Last name',
  'Organization',
  'Department',
  'Title',
  ...PLACES.map((place) => `Email - ${place}`),
  ...PHONES.map((place) => `Phone - ${place}`),
  ...ADDRESSES.flatMap((place) => ADDRESS_PARTS.map((part) => `Address - ${place} - ${part}`)),
  'Website',
  'Birthday',
  'Categories',
  'Note',
  'Language',
  DETAILS,
];

/** Puts several values of one column into a cell, as Google does. */
const BETWEEN = ' ::: ';

type Value = [column: string, text: string];

/** The cells of a card, in the order of `VCARD_COLUMNS`. */
export function cellsOf(lines: VcardLine[]): string[] {
  const labels = new Map(
    lines.filter(({ name }) => name === 'X-ABLABEL').map(({ group, value }) => [group, value.toLowerCase()]),
  );
  const found = new Map<string, string[]>();
  for (const line of lines.toSorted((a, b) => Number(b.isPreferred) - Number(a.isPreferred))) {
    const label = line.group ? labels.get(line.group) : undefined;
    for (const [column, text] of valuesOf(label ? { ...line, types: [...line.types, label] } : line)) {
      if (!text.trim()) continue;
      const texts = found.get(column) ?? [];
      texts.push(text.trim());
      found.set(column, texts);
    }
  }
  if (found.has('First name') || found.has('Last name')) found.delete('Full name');
  return VCARD_COLUMNS.map((column) => (found.get(column) ?? []).join(column === DETAILS ? '; ' : BETWEEN));
}

function valuesOf(line: VcardLine): Value[] {
  const { name, value } = line;
  switch (name) {
    case 'N': {
      const [last = '', first = '', middle = '', prefix = '', suffix = ''] = parts(value);
      return [
        ['Last name', last],
        ['First name', first],
        ['Middle name', middle],
        [DETAILS, prefix && `Prefix: ${prefix}`],
        [DETAILS, suffix && `Suffix: ${suffix}`],
      ];
    }
    case 'ORG': {
      // In vCard 2.1 a comma is a letter, and later cards often lack its escape: `Acme, Inc.`
      const [organisation = '', ...units] = between(value).map(plain);
      return [
        ['Organization', organisation],
        ['Department', units.filter(Boolean).join(', ')],
      ];
    }
    case 'EMAIL':
      return [[`Email - ${placeOf(line)}`, plain(value).replace(/^mailto:/i, '')]];
    case 'TEL':
      return [[`Phone - ${phoneOf(line)}`, numberOf(plain(value))]];
    case 'BDAY':
      return [birthdayOf(plain(value))];
    case 'X-ABDATE':
    case 'X-ABRELATEDNAMES':
      return [[DETAILS, `${labelOf(line)}: ${plain(value)}`]];
    case 'ADR':
      return addressOf(line);
    case 'CATEGORIES':
      return list(value).map((text) => ['Categories', text]);
    default:
      if (NAMED[name] !== undefined) return [[NAMED[name], plain(value)]];
      return TECHNICAL.test(name) ? [] : [[DETAILS, `${wordFor(name)}: ${plain(value)}`]];
  }
}

const NAMED: Record<string, string> = {
  FN: 'Full name',
  UID: 'vCard UID',
  TITLE: 'Title',
  URL: 'Website',
  NOTE: 'Note',
  LANG: 'Language',
};

const WORDS: Record<string, string> = {
  IMPP: 'Chat',
  GEO: 'Place',
  TZ: 'Time zone',
  'X-SOCIALPROFILE': 'Profile',
};

/** `X-SPOUSE` → `Spouse`. */
function wordFor(name: string): string {
  const plain = name.replace(/^X-/, '').replaceAll('-', ' ').toLowerCase();
  return WORDS[name] ?? plain.slice(0, 1).toUpperCase() + plain.slice(1);
}

/** What programs tell each other, pictures, and how names are sorted and said. */
const TECHNICAL =
  /^(?:VERSION|PRODID|REV|CALSCALE|CLASS|KIND|SOURCE|XML|CLIENTPIDMAP|MAILER|PROFILE|NAME|PHOTO|LOGO|SOUND|KEY|SORT-STRING|LABEL|AGENT|X-AB.*|X-PHONETIC-.*|X-IMAGE.*|X-EVOLUTION-.*|X-MS-CARDPICTURE)$/;

/** A number as people write it: `tel:+1-555;ext=12` is a URI (RFC 3966). */
function numberOf(value: string): string {
  if (!/^tel:/i.test(value)) return value;
  const number = value.slice(4).replace(/;ext=(\d+)/i, ' ext. $1');
  return number.replace(/;[\w-]+(?:=[^;]*)?/g, '');
}

/** A day of no year is `--0203`, and in the address books of Apple in the year 1604. */
function birthdayOf(value: string): Value {
  const day = /^(?:--|1604-?)(\d{2})-?(\d{2})/.exec(value);
  if (!day) return ['Birthday', value];
  const date = new Date(Date.UTC(1604, Number(day[1]) - 1, Number(day[2])));
  const said = date.toLocaleDateString('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return [DETAILS, `Birthday: ${said}`];
}

/** The label that Apple puts beside a line: `_$!<Anniversary>!$_`, or what a person wrote. */
function labelOf({ types }: VcardLine): string {
  const label = types.findLast((type) => type !== 'pref')?.replace(/^_\$!<|>!\$_$/g, '') ?? 'other';
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

function addressOf(line: VcardLine): Value[] {
  const [box, extended, street, city = '', region = '', code = '', country = ''] = parts(line.value, ', ');
  const values = [[street, extended, box].filter(Boolean).join(', '), city, region, code, country];
  return ADDRESS_PARTS.map((part, index) => [
    `Address - ${placeOf(line)} - ${part}`,
    values[index]!.replaceAll('\n', ', '),
  ]);
}

function placeOf({ types }: VcardLine): string {
  return types.some((type) => /work|business/.test(type))
    ? 'Work'
    : types.some((type) => type.includes('home'))
      ? 'Home'
      : 'Other';
}

function phoneOf(line: VcardLine): string {
  // Apple writes its own labels as _$!<HomeFAX>!$_.
  const has = (wanted: RegExp) => line.types.some((type) => wanted.test(type));
  if (has(/fax/)) return 'Fax';
  return has(/cell|mobile|iphone/) ? 'Mobile' : placeOf(line);
}

/** The parts between semicolons; a part may be a list of its own. */
function parts(value: string, sign = ' '): string[] {
  return between(value).map((part) => list(part).filter(Boolean).join(sign));
}

function between(value: string): string[] {
  return value.split(/(?<!\\);/);
}

function list(value: string): string[] {
  return value.split(/(?<!\\),/).map(plain);
}

/** Takes the escapes out: `\n`, `\,`, `\;` and `\\`. */
function plain(value: string): string {
  return value.replace(/\\([nN,;:\\])/g, (_, sign) => (/n/i.test(sign) ? '\n' : sign)).trim();
}
