import type * as en from '../import-warnings.ts';
import { LOCALE } from '../locale.ts';
import { sayLoss } from './import-losses.ts';
import { TYPE_LABELS } from './imports.ts';
import { KIND_NAMES } from './kind-names.ts';
import { plural } from './plural.ts';
import { num, numberOf, quoted, type Sentence, said } from './sentences.ts';

/** `1 Zeile hat`, `1.200 Zeilen haben`; „1 row“ and „1,200 rows“ in English. */
const rows = (count: string, one: string, other: string) =>
  `${num(count)} ${plural(numberOf(count), `Zeile ${one}`, `Zeilen ${other}`)}`;

const OF_THE_FILE: readonly Sentence[] = [
  [/^No line has the names/, () => 'Keine Zeile nennt die Spalten. Sie heißen daher A, B, C und so weiter.'],
  [
    /^The names of the columns are in line (\d+)\. .*?: (.+)\.$/s,
    (line, above) =>
      `Die Namen der Spalten stehen in Zeile ${line}. Ausgelassen wird, was darüber steht: ${quoted(above)}.`,
  ],
  [
    /^What stands below the last row .*?: (.+)\.$/s,
    (below) => `Ausgelassen wird, was unter der letzten Zeile steht: ${quoted(below)}.`,
  ],
  [/^The file has no rows beside its header\./, () => 'Die Datei hat außer der Kopfzeile keine Zeilen.'],
  [
    /^The file has no rows beside its header, so/,
    () => 'Die Datei hat außer der Kopfzeile keine Zeilen und wird ausgelassen.',
  ],
  [
    /^The file says who owns what\./,
    () => 'In der Datei steht, wer wofür zuständig ist. Aus ihr werden keine Datensätze.',
  ],
  [
    /^The file is left out: say what/,
    () => 'Die Datei wird ausgelassen: Legen Sie fest, was ihre Zeilen sind.',
  ],
  [
    /^The file is left out: these records of (.+) have no kind here\./,
    (source) =>
      `Die Datei wird ausgelassen: Für diese Datensätze aus ${source} gibt es hier keine Art. Legen Sie fest, was ihre Zeilen sind, um sie trotzdem zu importieren.`,
  ],
  [/^The file is left out: /, () => 'Die Datei lässt sich nicht lesen und wird ausgelassen.'],
  [/^The file is .*, which has no rows to read/s, () => 'Die Datei hat keine Zeilen und wird ausgelassen.'],
  [
    /^([\d,]+) files in it are no lists/,
    (count) => `${num(count)} Dateien darin sind ihrem Namen nach keine Listen und werden ausgelassen.`,
  ],
  [
    /^(\d+) zip files hold files that are no lists: (.+)\.$/s,
    (n, files) => leftOut(n, 'enthalten anderes als Listen', files),
  ],
  [/^(\d+) files cannot be read, .*?: (.+)\.$/s, (n, files) => leftOut(n, 'sind nicht lesbar', files)],
  [/^(\d+) files have no rows .*?: (.+)\.$/s, (n, files) => leftOut(n, 'haben keine Zeilen', files)],
  [
    /^(\d+) files are left out: these records of (.+?) have no kind here\. .*?: (.+)\.$/s,
    (n, source, files) => leftOut(n, `haben Datensätze aus ${source}, für die es hier keine Art gibt`, files),
  ],
  [
    /^(This file|A part of this file) was imported on (.+?): ([\d,]+)(?: of its ([\d,]+))? rows? (?:is|are) the same\.$/,
    (which, day, same, all) => {
      const [what, on] = [which === 'This file' ? 'Diese Datei' : 'Ein Teil dieser Datei', sayDay(day)];
      const of = all ? `${num(same)} ihrer ${num(all)} Zeilen` : rows(same, '', '').trim();
      return `${what} wurde am ${on} importiert. Gleich ${plural(numberOf(same), 'ist', 'sind')} ${of}.`;
    },
  ],
];

const OF_COLUMNS: readonly Sentence[] = [
  [
    /^Is the day or the month first in (.+)\?$/s,
    (samples) => `Steht in ${quoted(samples).replace(' and ', ' und ')} der Tag oder der Monat zuerst?`,
  ],
  [
    /^Does (.+) have a fraction, or thousands\?$/s,
    (samples) =>
      `Trennt das Zeichen in ${quoted(samples).replace(' and ', ' und ')} Nachkommastellen oder Tausender?`,
  ],
  [
    /^The sign in (.+) is taken to stand before a fraction/s,
    (samples) =>
      `Das Zeichen in ${quoted(samples).replace(' and ', ' und ')} trennt Nachkommastellen, wie in anderen Spalten der Datei. Ändern Sie das, falls es Tausender trennt.`,
  ],
  [
    /^Columns that become new custom fields: (.+)\.$/s,
    (list) => `Spalten, aus denen neue eigene Felder werden: ${quoted(withTypes(list))}.`,
  ],
  [
    /^Columns that are kept as text without a field: (.+)\.$/s,
    (list) => `Spalten, die ohne Feld als Text bleiben: ${quoted(list)}.`,
  ],
  [/^Columns that are left out: (.+)\.$/s, (list) => `Ausgelassene Spalten: ${quoted(list)}.`],
  [
    /^Columns whose field an earlier column becomes, .*?: (.+)\.$/s,
    (list) => `Spalten, die nur zählen, wo eine frühere Spalte für dasselbe Feld leer ist: ${quoted(list)}.`,
  ],
  [
    /^Words that become new choices of the field "(.+?)": (.+)\.$/s,
    (field, list) => `Wörter, die neue Auswahlwerte des Feldes „${field}“ werden: ${quoted(list)}.`,
  ],
  [
    /^Words that are no choice of the field "(.+?)", .*?: (.+)\. An admin can/s,
    (field, list) =>
      `Wörter, die kein Auswahlwert des Feldes „${field}“ sind. Ihre Zellen werden ausgelassen: ${quoted(list)}. Die Administration kann die Datei mit ihnen importieren oder sie vorher im Feld anlegen.`,
  ],
  [
    /^The column "(.+?)" has more different words than the field "(.+?)"/s,
    (column, field) =>
      `Die Spalte „${column}“ hat mehr verschiedene Wörter, als das Feld „${field}“ Auswahlwerte haben kann. Zellen mit anderen Wörtern werden ausgelassen: Mit einem neuen Textfeld bleiben sie erhalten.`,
  ],
  [
    /^The persons whom rows name/,
    () => 'Personen, die Zeilen nennen, werden Kontakte beim Kunden der Zeile, wenn es sie noch nicht gibt.',
  ],
  [
    /^Leads become Contacts\./,
    () =>
      'Aus Leads werden Kontakte. Ein Unternehmen, das nur sie nennen, wird ein Kunde mit dem Status Lead. Umgewandelte Leads werden ausgelassen: Sie stehen in der Quelle unter den Kontakten.',
  ],
  [
    /^Leads become open Deals/,
    () =>
      'Aus Leads werden offene Verkaufschancen in der ersten Phase. Ein Unternehmen, das nur sie nennen, wird ein Kunde mit dem Status Lead.',
  ],
  [/^No column becomes an e-mail/, () => 'Aus keiner Spalte wird eine E-Mail-Adresse oder Telefonnummer.'],
  [
    /^No column says when deals/,
    () => 'In keiner Spalte steht, wann gewonnen oder verloren wurde: Als Tag des Abschlusses zählt heute.',
  ],
];

const OF_VALUES: readonly Sentence[] = [
  [
    /^Stages that will be created(, in this order)?: (.+)\.$/s,
    (order, list) => `Neue Phasen${order && ', in dieser Reihenfolge'}: ${quoted(list)}.`,
  ],
  [
    /^Pipelines that will be created .*?: (.+)\.$/s,
    (list) => `Neue Pipelines für abgeschlossene Verkaufschancen: ${quoted(list)}.`,
  ],
  [
    /^No User of the Account is called (.+)\. What they own (belongs|goes)/s,
    (list, to) =>
      `Im Account gibt es niemanden mit dem Namen ${quoted(list)}. Zuständig ist dann ${to === 'belongs' ? 'niemand' : 'die Person, die Sie wählen'}. Die Namen bleiben daneben stehen, sodass ein Filter sie findet.`,
  ],
  [/^Which currency is (.+)\?$/s, (list) => `Welche Währung ist ${quoted(list)}?`],
  [
    /^Say what (.+) means for (\w+) (\w+), or it (is left out|stays)/s,
    (list, kind, field, end) =>
      `Legen Sie unter „${KIND_NAMES[kind]?.one ?? kind}: ${FIELDS[field] ?? field}“ fest, was ${quoted(list)} bedeutet. Sonst ${end === 'stays' ? 'bleibt es stehen, wie es ist' : 'wird es ausgelassen'}.`,
  ],
];

const OF_ROWS: readonly Sentence[] = [
  [
    /^([\d,]+) rows? (?:has|have) no title: (it is made)?/,
    (count, isMade) =>
      `${rows(count, 'hat', 'haben')} keinen Titel: ${isMade ? 'Er entsteht aus Kunde oder Person und aus Produkt oder Phase' : 'Er ist dann der Typ der Aufgabe'}.`,
  ],
  [
    /^Every row will be refused: it has (.+)\. Choose/,
    (what) =>
      `Alle Zeilen werden abgelehnt: Sie haben ${lacking(what)}. Wählen Sie die Spalte, in der das steht.`,
  ],
  [
    /^([\d,]+)(?: of ([\d,]+) rows| row) will be refused: (?:it has|they have) (.+)\.$/,
    (count, all, what) =>
      all
        ? `${num(count)} von ${num(all)} Zeilen werden abgelehnt: Sie haben ${lacking(what)}.`
        : `${rows(count, 'wird', 'werden')} abgelehnt: Sie hat ${lacking(what)}.`,
  ],
  [
    /^([\d,]+) rows? (?:has|have) more cells than/,
    (count) =>
      `${rows(count, 'hat', 'haben')} mehr Zellen als die Kopfzeile und ${plural(numberOf(count), 'wird', 'werden')} abgelehnt: Zu welcher Spalte was gehört, ist unklar. Fehlen einem Text mit dem Trennzeichen die Anführungszeichen?`,
  ],
  [
    /^([\d,]+) rows? names? no Client and no person/,
    (count) =>
      `${rows(count, 'nennt', 'nennen')} weder Kunden noch Person. Die Verkaufschancen haben also noch keinen Kunden: Der Filter „Kunde“ findet sie.`,
  ],
  [
    /^(?:Of the first ([\d,]+) rows, )?([\d,]+)(?: rows?)? will be refused: (.+)$/s,
    (seen, count, why) =>
      `${seen ? `Von den ersten ${num(seen)} Zeilen ${plural(numberOf(count), 'wird', 'werden')} ${num(count)}` : rows(count, 'wird', 'werden')} abgelehnt: ${reasons(why)}`,
  ],
  [
    /^(?:Of the first ([\d,]+) rows, )?([\d,]+) cells? of "(.*)" (?:is |are |cannot be )?(longer|read|says?)[\w ]+, such as "(.*)"\.$/s,
    (seen, count, column, why, sample) => {
      const number = numberOf(count);
      const verb =
        why === 'longer'
          ? `${plural(number, 'ist länger als das Feld und wird', 'sind länger als das Feld und werden')} gekürzt`
          : why !== 'read'
            ? `${plural(number, 'sagt', 'sagen')} anderes als eine frühere Zeile desselben Datensatzes und ${plural(number, 'wird', 'werden')} ausgelassen`
            : `${plural(number, 'lässt', 'lassen')} sich nicht lesen und ${plural(number, 'wird', 'werden')} ausgelassen`;
      const cells = `${num(count)} ${plural(number, 'Zelle', 'Zellen')} aus „${column}“`;
      return `${seen ? `In den ersten ${num(seen)} Zeilen: ` : ''}${cells} ${verb}, etwa „${sample}“.`;
    },
  ],
  [
    /^Of the first ([\d,]+) rows, none looks like another record\./,
    (seen) => `Von den ersten ${num(seen)} Zeilen gleicht keine einem anderen Datensatz. ${LATER}`,
  ],
  [
    /^(?:Of the first ([\d,]+) rows, )?([\d,]+)(?: rows?)? looks? like (?:a )?records? that (?:is|are) there, but makes? .*?: (.+?)(?:, and ([\d,]+) more)?\. Say that what they share .*? afterwards\.( The rows)?/s,
    (seen, count, examples, more, isCut) =>
      `${seen ? `Von den ersten ${num(seen)} Zeilen ${plural(numberOf(count), 'gleicht', 'gleichen')} ${num(count)}` : rows(count, 'gleicht', 'gleichen')} ` +
      `${plural(numberOf(count), 'einem vorhandenen Datensatz, legt aber einen neuen an', 'vorhandenen Datensätzen, legen aber neue an')}: ${alike(examples)}${andMore(more)}. ` +
      `Wählen Sie diese Übereinstimmung als Zeichen für gleiche Datensätze, oder führen Sie die Datensätze danach zusammen.${isCut && ` ${LATER}`}`,
  ],
  [
    /^(?:Of the first ([\d,]+) rows, )?([\d,]+) rows? overwrites? what was changed here after that import: (.+?)(?: and ([\d,]+) more)?\. To keep/s,
    (seen, count, first, more) =>
      `${seen ? `Von den ersten ${num(seen)} Zeilen ${plural(numberOf(count), 'überschreibt', 'überschreiben')} ${num(count)}` : rows(count, 'überschreibt', 'überschreiben')}, was nach jenem Import hier geändert wurde: ${inLine(first)}${andMore(more)}. ` +
      'Soll es bleiben, wählen Sie für vorhandene Datensätze „Auslassen“ oder „Nur Leeres füllen“.',
  ],
  [
    /^(?:The phone number "(.+?)" has|([\d,]+)( or more)? phone numbers, such as "(.+?)", have) no country code/s,
    (one, count, isCut, first) =>
      `${one ? `Der Telefonnummer „${one}“ fehlt` : `${num(count)}${isCut && ' oder mehr'} Telefonnummern wie „${first}“ fehlt`} die Vorwahl des Landes, und der Account hat kein Land. So bleiben sie stehen: Eine Suche mit der Vorwahl findet sie nicht, und „Dubletten“ vergleicht sie nicht. Wählen Sie vor dem Start das Land des Accounts.`,
  ],
  [
    /^([\d,]+) rows? gives? another name to a record that is there: (.+)\.$/s,
    (count, list) =>
      `${rows(count, 'gibt', 'geben')} einem vorhandenen Datensatz einen anderen Namen: ${several(list.replace(/"([^"]*)" becomes "([^"]*)" \(line (\d+)\)/g, '„$1“ wird „$2“ (Zeile $3)'))}.`,
  ],
  [
    /^([\d,]+) rows? gives? a record an e-mail address that another one has: (.+)\.$/s,
    (count, list) =>
      `${rows(count, 'gibt', 'geben')} einem Datensatz eine E-Mail-Adresse, die schon ein anderer hat: ${several(list.replace(/"([^"]*)" \(line (\d+)\) gets one of "([^"]*)"/g, '„$1“ (Zeile $2) bekommt eine von „$3“'))}.`,
  ],
];

const LATER = 'Die Zeilen danach sind nicht geprüft: „Dubletten“ zeigt sie nach dem Import.';

const FIELDS: Record<string, string> = {
  status: 'Status',
  type: 'Typ',
  kind: 'Art',
  outcome: 'Ergebnis',
  priority: 'Priorität',
};

const SHARED: Record<string, string> = {
  'e-mail address': 'die E-Mail-Adresse',
  'phone number': 'die Telefonnummer',
  domain: 'die Domain',
  'name and postal code': 'Namen und Postleitzahl',
  'name and town': 'Namen und Ort',
  title: 'den Titel',
};

const andMore = (more: string) => (more ? ` und ${num(more)} weitere` : '');

const several = (list: string) => list.replace(/, and ([\d,]+) more$/, (_, more: string) => andMore(more));

const inLine = (text: string) => text.replace(/"([^"]*)" in line (\d+)/g, '„$1“ in Zeile $2');

const lacking = (what: string) =>
  what === 'no text' ? 'keinen Text' : 'keinen Namen und nichts, was dafür stehen kann';

const leftOut = (count: string, why: string, files: string) =>
  `Ausgelassen werden ${count} Dateien, denn sie ${why}: ${quoted(files)}.`;

function alike(examples: string): string {
  return examples.replace(
    /"([^"]*)" in line (\d+) has the (.+?) of (?:the \w+ )?"([^"]*)"/g,
    (_, row: string, line: string, what: string, other: string) =>
      `„${row}“ in Zeile ${line} hat ${SHARED[what] ?? what} von „${other}“`,
  );
}

function reasons(why: string): string {
  return why.replace(
    /(\S.*?) \(([\d,]+)\)(?= |$)/gs,
    (_, detail: string, count: string) => `${sayLoss(detail)} (${num(count)})`,
  );
}

/** `"Size (long text)"` → `"Size (Langer Text)"` */
function withTypes(list: string): string {
  const types: Record<string, string> = TYPE_LABELS;
  return list.replace(/ \(([a-z ]+)\)"/g, (whole, type: string) => {
    const label = types[type.replace(' ', '_')];
    return label ? ` (${label})"` : whole;
  });
}

function sayDay(text: string): string {
  const day = new Date(`${text} UTC`);
  if (Number.isNaN(day.getTime())) return text;
  return day.toLocaleDateString(LOCALE, { dateStyle: 'long', timeZone: 'UTC' });
}

const ALL = [...OF_THE_FILE, ...OF_COLUMNS, ...OF_VALUES, ...OF_ROWS];

export const sayWarning: typeof en.sayWarning = (detail) => said(ALL, detail) ?? detail;
