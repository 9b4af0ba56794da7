/** More than these is no mail that somebody designed, and holds a browser. */
const HTML_MAX_CHARACTERS = 512 * 1024;
const TAGS_MAX = 20_000;
const DEPTH_MAX = 256;

/** Elements without an end, and those whose end is mostly left out: they nest in no depth. */
const FLAT = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr ' +
    'p li dd dt option tr td th thead tbody tfoot'
  ).split(' '),
);

/** Elements whose inside is no HTML. */
const RAW = new Set('script style textarea title xmp iframe noembed noframes noscript plaintext'.split(' '));

/** Elements after which a text goes on in a new line. */
const LINES = new Set('p br div tr li h1 h2 h3 h4 h5 h6 table blockquote ul ol hr pre'.split(' '));

/**
 * True for HTML that a browser shows in a moment. It only counts, in one pass: a parser takes
 * longer than anybody waits for a megabyte of nested elements.
 */
export function isTame(html: string): boolean {
  if (html.length > HTML_MAX_CHARACTERS) return false;
  let [tags, depth] = [0, 0];
  return walk(html, ({ name, isEnd }) => {
    if (++tags > TAGS_MAX) return false;
    if (FLAT.has(name)) return true;
    depth = isEnd ? Math.max(0, depth - 1) : depth + 1;
    return depth <= DEPTH_MAX;
  });
}

/** The text of HTML, for a mail that has no other. */
export function textOf(html: string): string {
  // Joined at the end: whoever looks at a text that grows reads all of it each time.
  const parts: string[] = [];
  walk(
    html,
    ({ name }) => {
      const isLine = LINES.has(name) && (parts.at(-1) !== '\n' || parts.at(-2) !== '\n');
      if (isLine) parts.push('\n');
      return true;
    },
    (words) => parts.push(words.replace(/\s+/g, ' ')),
  );
  return decodeEntities(parts.join(''))
    .replace(/(?<![ \t])[ \t]+\n|\n[ \t]+/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

type Tag = { name: string; isEnd: boolean };

/**
 * Calls `onTag` for each tag until it returns false; then false. Quotes, comments and raw text
 * count.
 */
function walk(
  html: string,
  onTag: (tag: Tag) => boolean,
  onText: (text: string) => unknown = () => {},
): boolean {
  const lower = html.toLowerCase();
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start === -1) {
      onText(html.slice(at));
      return true;
    }
    if (start > at) onText(html.slice(at, start));
    if (html.startsWith('<!--', start)) {
      const end = html.indexOf('-->', start + 4);
      at = end === -1 ? html.length : end + 3;
      continue;
    }
    const [, slash, name] = NAME.exec(lower.slice(start, start + NAME_MAX)) ?? [];
    if (name === undefined) {
      const isOther = /^<[!?/]/.test(html.slice(start, start + 2));
      if (!isOther) onText('<');
      const end = isOther ? html.indexOf('>', start) : start;
      at = end === -1 ? html.length : end + 1;
      continue;
    }
    at = endOfTag(html, start);
    if (!onTag({ name, isEnd: slash === '/' })) return false;
    if (slash !== '/' && RAW.has(name)) {
      const end = lower.indexOf(`</${name}`, at);
      at = end === -1 ? html.length : end;
    }
  }
  return true;
}

const NAME_MAX = 32;
const NAME = /^<(\/?)([a-z][a-z0-9:-]*)/;

/** Where a tag ends: at the first > that stands in no quotes. */
function endOfTag(html: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < html.length; at++) {
    const character = html[at]!;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if ((character === '"' || character === "'") && /[=\s]/.test(html[at - 1]!)) quote = character;
    else if (character === '>') return at + 1;
  }
  return html.length;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
