import type { RecordDefinition } from '@rapport/contract/records/define-record';

/** An e-mail address or phone number beside the first, and the label of its entry. */
type ReachColumn = { field: 'email' | 'phone'; label?: string };

/** What the words around `email` and `phone` say of the entry. */
const LABELS: Record<string, string> = {
  ...labelled('work', 'work business office company'),
  ...labelled('home', 'home private personal'),
  ...labelled('mobile', 'mobile cell cellphone handy'),
  ...labelled('fax', 'fax telefax'),
  ...labelled('other', 'other'),
};

const PLACES = 'work|business|office|company|home|private|personal|other';
const FURTHER = 'primary|main|secondary|second|additional|alternate';
const EMAIL = new RegExp(
  `^(?:person)?(${PLACES}|${FURTHER})?e?mail(?:address)?\\d*(?:address|value)?(${PLACES})?$`,
);
const PHONE = new RegExp(
  `^(?:person)?(${PLACES}|${FURTHER}|mobile|cell)?(?:tele)?phone(?:number)?\\d*(?:number|value)?(${PLACES}|mobile)?$`,
);
const OTHER_PHONE = /^(?:business|work|home)?(mobile|cell|cellphone|handy|fax|telefax)(?:number)?$/;

/**
 * The address or number that a column holds, as people and exporters name it: `Work Email`, `Mobile
 * Phone`, `E-mail 2 - Value`, `Person - Phone - Home`. Undefined for a kind without such fields.
 */
export function reachColumn({ csv_columns }: RecordDefinition, name: string): ReachColumn | undefined {
  const plain = name.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
  for (const [field, pattern] of PATTERNS) {
    const found = pattern.exec(plain);
    if (!found || !Object.hasOwn(csv_columns, field)) continue;
    const label = [found[2], found[1]].flatMap((word) => (word && LABELS[word]) ?? [])[0];
    return { field, ...(label && { label }) };
  }
  return undefined;
}

const PATTERNS = [
  ['email', EMAIL],
  ['phone', PHONE],
  ['phone', OTHER_PHONE],
] as const;

function labelled(label: string, words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word) => [word, label]));
}
