import type { DeclaredField } from '../../records/custom-fields/declared.ts';
import { fieldCalled, fieldsByName, plain as plainField } from '../../records/import/columns.ts';
import { reachColumn } from '../../records/import/reach-columns.ts';
import { addressPrefixes, compoundTarget, inWords, spokenNames } from './compound-names.ts';
import { recogniseOwn } from './own-files.ts';
import { PRESETS } from './presets/all.ts';
import {
  type ImportedKind,
  type PresetList,
  plainName,
  type Recognised,
  type Target,
} from './presets/preset.ts';
import { CUSTOMER_IDS, WORD_COLUMNS } from './presets/words.ts';
import { DEFINITIONS, linkedIn, TARGETS } from './targets.ts';

/** The first column of a file of refused rows: the reasons, which nobody wants to keep. */
export const REASON = 'error';

/** Fewer known columns say nothing of what the rows are. */
const KNOWN_MIN = 1;

/**
 * Recognises a file by the shape of its columns, else by their names in several languages. The name
 * of the file decides between kinds that fit alike, as do the custom fields of the Account.
 */
export function recognise(
  names: string[],
  fileName: string,
  declared: readonly DeclaredField[] = [],
): Recognised {
  const own = recogniseOwn(names);
  if (own) return own;
  const plain = names.map(plainName);
  const present = new Set(plain);
  const people = peopleIn(names, plain);
  if (people) return people;
  const lists = PRESETS.flatMap(({ key, lists }) => lists.map((list) => ({ key, list })));
  const fitting = lists.filter(({ list }) =>
    list.needs.every((group) => group.some((name) => present.has(name))),
  );
  const best = bestOf(
    fitting,
    ({ list }) => plain.filter((name) => targetIn(list, name) !== undefined).length,
  );
  if (best) {
    const columns = withoutReason(columnsOf(names, plain, best.list));
    const { kind, rows_are } = best.list;
    return { preset: best.key, kind, ...(rows_are && { rows_are }), columns };
  }
  const other = otherIn(names, present);
  if (other) return other;
  const kind = kindByWords(names, fileName, declared);
  return { preset: null, kind, columns: columnsByWords(names, plain, kind, declared) };
}

/** A list of the source's Users: it says who an id is, and becomes nothing itself. */
function peopleIn(names: string[], plain: string[]): Recognised | undefined {
  for (const { key, people } of PRESETS) {
    if (!people?.needs.every((group) => group.some((name) => plain.includes(name)))) continue;
    const [id, name, email] = [people.id, people.name, people.email].map((one) => plain.indexOf(one));
    const columns = names.map((column) => ({ column, to: null }));
    return { preset: key, kind: null, people: { id: id!, name: name!, email: email! }, columns };
  }
  return undefined;
}

/** A list of an exporter whose records have no kind here: left out unless somebody says more. */
function otherIn(names: string[], present: Set<string>): Recognised | undefined {
  const has = (name: string) => present.has(name);
  const found = PRESETS.find(({ others }) => {
    if (!others || !has(others.id)) return false;
    return others.one_of.some(has) || others.two_of.filter(has).length >= 2;
  });
  const columns = names.map((column) => ({ column, to: null }));
  return found && { preset: found.key, kind: null, columns };
}

/** Maps the columns anew, when somebody says that the rows are of another kind. */
export function columnsByWords(
  names: string[],
  plain: string[],
  kind: ImportedKind | null,
  declared: readonly DeclaredField[],
): Recognised['columns'] {
  const own = declared.filter(({ resource }) => resource === kind);
  const words = kind ? WORD_COLUMNS[kind] : null;
  const spoken = spokenNames(names);
  const spokenToo = spoken.map((name, index) =>
    words?.has(plain[index]!) ? plain[index]! : plainName(name),
  );
  const prefixes = kind ? addressPrefixes(kind, spokenToo) : new Set<string>();
  const columns = names.map((column, index) => {
    const name = kind && ownName(kind, column);
    const target = name
      ? { to: name }
      : (words?.get(plain[index]!) ??
        ofDefinition(kind, column, own) ??
        words?.get(plainName(inWords(column))) ??
        words?.get(spokenToo[index]!) ??
        (kind ? compoundTarget(kind, spoken[index]!, prefixes) : undefined));
    return kind ? fitted(kind, column, target) : { column, to: undefined };
  });
  return withoutReason(namesOfPeople(kind, columns));
}

/**
 * What the names of a row are together: beside a first name, `Name` is the last one; beside the
 * name of a company, they are those of its person. The number of a customer is that of the person
 * where no company is named.
 */
function namesOfPeople(kind: ImportedKind | null, columns: Recognised['columns']): Recognised['columns'] {
  const has = (wanted: string) => columns.some(({ to }) => to === wanted);
  if (kind === 'contact') {
    const isLast = has('first_name') && !has('last_name');
    const isOwn = !has('client') && !has('external_id');
    // Where both stand, one is `Ms.` and the other what she does.
    const isSalutation = columns.filter(({ to }) => to === 'job_title').length > 1;
    return columns.map((column) => {
      if (isSalutation && plainName(column.column) === 'title') return { ...column, to: undefined };
      if (isLast && column.to === 'name') return { ...column, to: 'last_name' };
      // Thunderbird has the parts of a birthday in three columns.
      if (plainName(column.column) === 'birth day') return { ...column, to: undefined };
      const isId = isOwn && column.to === 'client_id' && CUSTOMER_IDS.has(plainName(column.column));
      return isId ? { ...column, to: 'external_id' } : column;
    });
  }
  if (kind !== 'client') return columns;
  const called = has('name') ? columns : withNameOfFirm(columns);
  // `Contact Name` beside no other name is that of the Client.
  const named = called.some(({ to }) => to === 'name')
    ? called
    : called.map((column) => (column.to === 'person' ? { ...column, to: 'name' } : column));
  const hasName = named.some(({ to }) => to === 'name');
  const ofPerson = named.map((column) =>
    hasName && (column.to === 'first_name' || column.to === 'last_name')
      ? { ...column, to: `person_${column.to}` }
      : column,
  );
  const isPerson = ({ to }: { to?: string | null }) => NAMES_OF_PERSON.includes(to ?? '');
  if (ofPerson.some(isPerson)) return ofPerson;
  return ofPerson.map((column) => (column.to?.startsWith('person_') ? { ...column, to: undefined } : column));
}

/** `Agency Name` and `firmename` name the Client where nothing else does. */
function withNameOfFirm(columns: Recognised['columns']): Recognised['columns'] {
  const isNamed = columns.some(({ to }) => to === 'first_name' || to === 'last_name');
  const at = isNamed
    ? -1
    : columns.findIndex(({ column, to }) => {
        const name = plainName(inWords(column));
        return to === undefined && /name$/.test(name) && !NO_FIRM.test(name);
      });
  return columns.map((column, index) => (index === at ? { ...column, to: 'name' } : column));
}

/** What is called a name and names no firm. */
const NO_FIRM =
  /user|login|nick|file|host|domain|owner|agent|rep|manager|stage|status|product|campaign|plan|list|street|city|town|country|by name|bank|first|last|middle|vor|nach|maiden|spouse/;

/** What names the person of a company list: without it, a position or phone is nobody's. */
const NAMES_OF_PERSON = ['person', 'person_first_name', 'person_last_name', 'person_email'];

function withoutReason([first, ...others]: Recognised['columns']): Recognised['columns'] {
  if (first === undefined) return [];
  return [first.column === REASON ? { column: REASON, to: null } : first, ...others];
}

/** The column that the direct import of the kind knows by this name, as `Security` of a Client. */
function ofDefinition(
  kind: ImportedKind | null,
  column: string,
  declared: readonly DeclaredField[],
): Target | undefined {
  if (kind === null) return undefined;
  const to = fieldsByName(DEFINITIONS[kind]).get(plainField(column));
  if (to && to !== 'custom' && TARGETS[kind].has(to)) return { to };
  const reach = fieldCalled(declared, column) ? undefined : reachColumn(DEFINITIONS[kind], column);
  return reach && { to: reach.field, ...(reach.label && { label: reach.label }) };
}

/** The exact name of a field of ours, as in a file that we exported. */
function ownName(kind: ImportedKind, column: string): string | undefined {
  const name = linkedIn(kind, column.trim());
  return TARGETS[kind].has(name) && name !== 'custom' && name !== 'skip' ? name : undefined;
}

function columnsOf(names: string[], plain: string[], list: PresetList): Recognised['columns'] {
  return names.map((column, index) => {
    const name = plain[index]!;
    const { better, to } = list.instead?.[name] ?? {};
    const isInstead = better !== undefined && !plain.includes(better);
    const second = plain.indexOf(name) < index ? list.second?.[name] : undefined;
    if (second !== undefined) return fitted(list.kind, column, { to: second });
    return fitted(list.kind, column, isInstead ? { to: to! } : targetIn(list, name));
  });
}

function targetIn({ columns, patterns = [] }: PresetList, name: string): Target | undefined {
  const target = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (target !== undefined) return typeof target === 'object' && target !== null ? target : { to: target };
  for (const [pattern, numbered] of patterns) {
    const slot = pattern.exec(name)?.[1];
    if (slot !== undefined || pattern.test(name)) return { ...numbered, ...(slot !== undefined && { slot }) };
  }
  return undefined;
}

/** A field that the kind does not have becomes a custom one. */
function fitted(
  kind: ImportedKind,
  column: string,
  target: Target | undefined,
): Recognised['columns'][number] {
  if (target === undefined) return { column, to: undefined };
  const { to, ...others } = target;
  if (to !== null && !TARGETS[kind].has(to)) return { column, to: 'custom' };
  return { column, to, ...others };
}

/** Columns that only one kind has, and so tell it. */
const TELLING: Record<ImportedKind, string[]> = {
  deal: [
    'stage_uuid',
    'amount',
    'expected_close_on',
    'closes_at',
    'won_at',
    'lost_at',
    'lost_reason',
    'pipeline',
    'probability',
  ],
  task: ['due_on', 'assignee_uuid', 'priority', 'duration_min', 'completed_at'],
  contact: ['first_name', 'last_name', 'job_title', 'birthday_on', 'middle_name'],
  client: ['industry', 'domain', 'tax_number', 'website', 'kind'],
  note: ['body', 'pinned'],
};

/** What records of all kinds have, so that it tells none. */
const OF_ALL = ['external_id', 'owner_uuid', 'assignee_uuid'];

/** What tells a task, and without which rows are none: in Salesforce a due day or subject. */
const OF_TASK = ['title', 'due_on', 'completed_at', 'type', 'body'];

/** What a note is about. */
const OF_NOTE = ['client', 'contact', 'deal', 'client_id', 'contact_id', 'deal_id'];

/** What a list of people has one of. */
const PERSONAL = ['name', 'first_name', 'last_name', 'email', 'birthday_on', 'job_title'];

/** Lists of what has no kind here, by their files and their columns. */
const OTHER_FILES = /product|ticket|invoice|\bcase|campaign|inventory|rechnung|produkt|artikel/i;
const OTHER_COLUMNS =
  /^(?:ticket|invoice|case|campaign) (?:id|name|number|no|type)$|^(?:sku|ean|gtin|stock|in stock)$/;

const NAMES: Record<ImportedKind, RegExp> = {
  deal: /deal|opportunit|negocio|affaire|transaktion/i,
  task: /task|activit|aufgabe|tarea|tâche/i,
  note: /note|notiz|nota/i,
  contact: /contact|person|people|kontakt|address|leads/i,
  client: /client|compan|account|organi[sz]|firm|kunde|customer|empresa|entreprise/i,
};

const COLUMNS_MANY = 4;

function kindByWords(
  names: string[],
  fileName: string,
  declared: readonly DeclaredField[],
): ImportedKind | null {
  const plain = names.map(plainName);
  const spoken = spokenNames(names);
  const spokenToo = spoken.map(plainName);
  if (OTHER_FILES.test(fileName) && plain.some((name) => OTHER_COLUMNS.test(name))) return null;
  const inUse = declared.filter(({ archived_at }) => archived_at === null);
  const kinds = Object.keys(TELLING) as ImportedKind[];
  const scoreOf = (kind: ImportedKind) => {
    const words = WORD_COLUMNS[kind];
    const prefixes = addressPrefixes(kind, spokenToo);
    const known = plain.flatMap((name, index) => {
      const own =
        words.get(name) ?? words.get(plainName(inWords(names[index]!))) ?? words.get(spokenToo[index]!);
      return (own ?? compoundTarget(kind, spoken[index]!, prefixes))?.to ?? [];
    });
    const telling = new Set(known.filter((to) => TELLING[kind].includes(to))).size;
    const custom = customsAmong(names, kind, inUse);
    const isNamed = NAMES[kind].test(fileName) ? 3 : 0;
    if (known.length + custom < KNOWN_MIN) return 0;
    // Who is responsible tells no task, and a comment no note: each needs what it is about.
    if (kind === 'task' && !isNamed && custom === 0 && !known.some((to) => OF_TASK.includes(to))) return 0;
    if (kind === 'note' && !isNamed && custom === 0 && !known.some((to) => OF_NOTE.includes(to))) return 0;
    // A note has no number and no address: such a list is of those whom it is about.
    if (kind === 'note' && !isNamed && custom === 0 && plain.some(isPoint)) return 0;
    // Ids alone are of records to change or delete elsewhere, and all kinds have owners.
    if (!isNamed && custom === 0 && known.every((to) => OF_ALL.includes(to))) return 0;
    const isUntold = telling === 0 && custom === 0 && isNamed === 0;
    const isDeal = names.some((name) => NAMES.deal.test(name));
    if (kind === 'deal' && isUntold && !isDeal) return 0;
    // One known name among several columns says nothing of what a row is.
    if (isUntold && new Set(known).size < 2 && names.length >= COLUMNS_MANY) return 0;
    // A list that has companies and no word for a person is one of companies.
    const isOfPeople = isNamed > 0 && !known.includes('client');
    if (kind === 'contact' && !isOfPeople && !known.some((to) => PERSONAL.includes(to))) return 0;
    const isOfCustomers =
      kind === 'client' && [...plain, ...spokenToo].some((name) => CUSTOMER_IDS.has(name));
    // Companies have tax numbers, and the names beside are those of their persons.
    const isOfTax = kind === 'client' && known.includes('name') && known.includes('tax_number');
    // Without companies, customers may be Contacts as well.
    const ofCustomers = isOfCustomers ? (known.includes('name') ? 8 : 5) : isOfTax ? 5 : 0;
    return new Set(known).size + 2 * telling + 3 * custom + isNamed + ofCustomers;
  };
  return bestOf(kinds, scoreOf) ?? null;
}

/** Whether a column is called as a phone number or an e-mail address is. */
function isPoint(name: string): boolean {
  return ['phone', 'email'].includes(WORD_COLUMNS.contact.get(name)?.to ?? '');
}

/** How many columns mean a custom field of the kind, and no field that it has anyway. */
function customsAmong(names: string[], kind: ImportedKind, declared: readonly DeclaredField[]): number {
  const own = declared.filter(({ resource }) => resource === kind);
  if (own.length === 0) return 0;
  return names.filter((name) => !WORD_COLUMNS[kind].has(plainName(name)) && fieldCalled(own, name)).length;
}

/** The item with the highest score above zero; the first of those alike. */
function bestOf<Item>(items: Item[], scoreOf: (item: Item) => number): Item | undefined {
  let [best, score]: [Item | undefined, number] = [undefined, 0];
  for (const item of items) {
    const own = scoreOf(item);
    if (own > score) [best, score] = [item, own];
  }
  return best;
}
