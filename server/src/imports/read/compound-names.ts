import { signInName } from './money-cells.ts';
import { type ImportedKind, plainName, type Target } from './presets/preset.ts';
import { WORD_COLUMNS } from './presets/words.ts';
import { TARGETS } from './targets.ts';

/**
 * What a column is whose name says more than the name of a field: a currency, which address, or one
 * thing in several ways. `prefixes` are those of `addressPrefixes`.
 */
export function compoundTarget(
  kind: ImportedKind,
  column: string,
  prefixes: ReadonlySet<string>,
): Target | undefined {
  return (
    amountCalled(kind, column) ??
    currencyBeside(kind, plainName(column)) ??
    numbered(kind, plainName(column)) ??
    addressCalled(kind, plainName(column), prefixes) ??
    personCalled(kind, plainName(column)) ??
    kindCalled(kind, plainName(column)) ??
    ofPart(kind, column)
  );
}

/**
 * What stands before parts of an address in the names of a file, as `address 1` in `Address 1:
 * City`. At least two parts have it, as one alone may be of something else.
 */
export function addressPrefixes(kind: ImportedKind, plain: string[]): Set<string> {
  const found = plain.flatMap((name) => addressPart(kind, name) ?? []);
  const groups = [...Map.groupBy(found, ({ prefix }) => prefix)];
  const partsOf = (own: typeof found) => new Set(own.map(({ target }) => target.to)).size;
  return new Set(groups.flatMap(([prefix, own]) => (partsOf(own) > 1 ? prefix : [])));
}

const PREFIX_WORDS_MAX = 3;

function addressPart(kind: ImportedKind, name: string): { prefix: string; target: Target } | undefined {
  const words = name.split(' ');
  for (let count = 1; count <= PREFIX_WORDS_MAX && count < words.length; count += 1) {
    const part = words
      .slice(count)
      .join(' ')
      .replace(/^street 1$/, 'street');
    const target = WORD_COLUMNS[kind].get(part);
    if (target && TARGETS[kind].get(target.to)?.type === 'address')
      return { prefix: words.slice(0, count).join(' '), target };
  }
  return undefined;
}

/** `Rechnungsadresse Ort` is the town of an address with that label. */
function addressCalled(kind: ImportedKind, name: string, prefixes: ReadonlySet<string>): Target | undefined {
  const { prefix, target } = addressPart(kind, name) ?? {};
  if (prefix === undefined || !prefixes.has(prefix)) return undefined;
  const label = /^address/.test(prefix) ? {} : { label: prefix.slice(0, 50) };
  return { to: target!.to, slot: prefix, ...label };
}

/**
 * `Call/Meeting Title/Subject` names one thing in several ways. `Broker/Owner` may be the broker of
 * the customer: who is responsible here is said by all parts, or not at all.
 */
function ofPart(kind: ImportedKind, column: string): Target | undefined {
  const parts = column.split('/');
  if (parts.length < 2) return undefined;
  const targets = parts.map((part) => WORD_COLUMNS[kind].get(plainName(part)));
  // `parent_id/id` is the id of another.
  const found = targets.find((target) => target !== undefined && target.to !== 'external_id');
  const isOfUsers = found && TARGETS[kind].get(found.to)?.type === 'user';
  return isOfUsers && !targets.every((target) => target?.to === found.to) ? undefined : found;
}

/** `Deal value (USD)` is an amount whose name says its currency. */
function amountCalled(kind: ImportedKind, column: string): Target | undefined {
  const sign = signInName(column);
  if (sign === null) return undefined;
  const bare = plainName(column.slice(0, column.lastIndexOf(sign)).replace(/[\s_]in[\s_]?$/i, ''));
  const target = WORD_COLUMNS[kind].get(bare);
  return target && TARGETS[kind].get(target.to)?.type === 'amount' ? target : undefined;
}

/** What a company list says of the person whom it names, by the field of a Contact. */
const OF_PERSON: Record<string, string> = {
  name: 'person',
  first_name: 'person_first_name',
  last_name: 'person_last_name',
  job_title: 'person_job_title',
  email: 'person_email',
  phone: 'person_phone',
};

/** `Ansprechpartner E-Mail` and `E-Mail Ansprechpartner` are of the person of a company list. */
function personCalled(kind: ImportedKind, name: string): Target | undefined {
  if (kind !== 'client') return undefined;
  const words = name.split(' ');
  for (let count = 1; count < words.length; count += 1) {
    const [first, last] = [words.slice(0, count).join(' '), words.slice(count).join(' ')];
    for (const [person, part] of [
      [first, last],
      [last, first],
    ]) {
      if (WORD_COLUMNS.client.get(person!)?.to !== 'person') continue;
      const to = OF_PERSON[WORD_COLUMNS.contact.get(part!)?.to ?? ''];
      if (to) return { to };
    }
  }
  return undefined;
}

/**
 * `Client First Name` is the first name of a record of a kind that is called so, and `Nombre del
 * cliente` its name.
 */
function kindCalled(kind: ImportedKind, name: string): Target | undefined {
  const called = CALLED[kind];
  const [first = '', ...others] = name.split(' ');
  const [before, last = ''] = [others.length > 0 ? [first, ...others.slice(0, -1)] : [], others.at(-1)];
  const own = called?.has(first) ? others : called?.has(last) ? withoutOf(before) : [];
  // A customer's `nombre` is all of the name, also where people have two.
  if (own !== others && /^(?:nom|nome|nombre|naam)$/.test(own.join(' '))) return { to: 'name' };
  const target = WORD_COLUMNS[kind].get(own.join(' '));
  return target && TARGETS[kind].get(target.to)?.type !== 'link' ? target : undefined;
}

/** `nombre del` is `nombre`. */
function withoutOf(words: string[]): string[] {
  return OF_WORDS.has(words.at(-1) ?? '') ? words.slice(0, -1) : words;
}

const OF_WORDS = new Set('of de del do da du des der'.split(' '));

const CALLED: Partial<Record<ImportedKind, Set<string>>> = {
  client: new Set('client customer company kunde kunden cliente klient firma firmen account'.split(' ')),
  contact: new Set('contact person kontakt lead member client customer kunde kunden cliente'.split(' ')),
  deal: new Set('deal opportunity lead'.split(' ')),
};

/** `Telefon 2` is a further phone number. */
function numbered(kind: ImportedKind, name: string): Target | undefined {
  const target = WORD_COLUMNS[kind].get(/^(.+?) ?\d$/.exec(name)?.[1] ?? '');
  const type = target && TARGETS[kind].get(target.to)?.type;
  return type === 'email' || type === 'phone' ? target : undefined;
}

/** `Amount Currency` is the currency of the amount. */
function currencyBeside(kind: ImportedKind, name: string): Target | undefined {
  const amount = /^(.+) currency(?: code)?$/.exec(name)?.[1];
  const target = amount === undefined ? undefined : WORD_COLUMNS[kind].get(amount);
  const type = target && TARGETS[kind].get(target.to)?.type;
  return type === 'amount' ? { to: 'currency' } : undefined;
}

/**
 * The name of a column in words, as of an API or a form: `*ContactName` is `Contact Name`, and
 * `POCity` is `PO City`.
 */
export function inWords(column: string): string {
  return withoutPlural(column)
    .replace(/^\*|\*$/g, '')
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .trim();
}

/** `Phone(s)` is `Phone`, and `Телефон(ы)` is `Телефон`. `Pris(kr)` says a currency. */
function withoutPlural(column: string): string {
  return signInName(column) === null ? column.replace(/(?<=\p{L})\((?:\p{L}{1,2}|l[ae]r)\)/gu, '') : column;
}

/**
 * The names of columns in words, without what stands before most of them: `kun_town`, `Contact:
 * Name` and `crm.lead.phone` are of a table with that name.
 */
export function spokenNames(names: string[]): string[] {
  const spoken = names.map(inWords);
  const words = spoken.map((name) => name.split(BETWEEN_WORDS).filter(Boolean));
  const named = words.filter(({ length }) => length > 0);
  const prefix: string[] = [];
  for (;;) {
    const at = prefix.length;
    const own = words.filter((parts) => parts.length > at + 1 && startsWith(parts, prefix));
    const groups = Map.groupBy(own, (parts) => parts[at]!.toLowerCase());
    const [most, sharing] = [...groups].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
    const isOfMost = sharing && sharing.length >= SHARING_MIN && sharing.length * 3 >= named.length * 2;
    if (!isOfMost || most === undefined || NO_TABLES.has(most)) break;
    prefix.push(most);
  }
  const bare = spoken.map((name, index) => {
    const parts = words[index]!;
    const isShared = prefix.length > 0 && parts.length > prefix.length && startsWith(parts, prefix);
    return isShared ? parts.slice(prefix.length).join(' ') : name;
  });
  return bare;
}

const BETWEEN_WORDS = /[\s_.:–-]+/;
const SHARING_MIN = 3;

/** What stands before several columns of one thing, and names no table. */
const NO_TABLES = new Set([
  ...[
    'address',
    'adresse',
    'adress',
    'anschrift',
    'billing',
    'shipping',
    'mailing',
    'home',
    'work',
    'business',
  ],
  ...['phone', 'telefon', 'tel', 'e', 'email', 'mail', 'is', 'has', 'date', 'number', 'nr', 'custom', 'name'],
]);

function startsWith(parts: string[], prefix: string[]): boolean {
  return prefix.every((word, index) => parts[index]?.toLowerCase() === word);
}
