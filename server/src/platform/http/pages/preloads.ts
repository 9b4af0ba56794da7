/**
 * The files and answers that the page at an address needs at once. The build of the pages writes a
 * list of these.
 */
export type Need = {
  /** A path such as `/things`, or `/things/*` for the page of any record. */
  address: string;
  /** The addresses of scripts. */
  scripts: string[];
  /** The addresses of style sheets that only this page has. */
  styles: string[];
  /** The paths of API requests; `*` is the uuid in the address. */
  answers: string[];
  /** The path of a list that takes its filters and order from the address of the page. */
  list?: string;
};

/**
 * Makes links by which the browser requests everything that the page at `url` needs, together with
 * its first script. Without them, each file would cost a round trip after the one before.
 */
export function preloads(needs: Need[], url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://page');
  const need = needs.find(({ address }) => segmentOf(address, pathname) !== null);
  if (need === undefined) return '';
  const segment = segmentOf(need.address, pathname)!;
  const answers = need.answers.map((path) => path.replace('*', segment));
  const list = need.list === undefined ? [] : [listOf(need.list, searchParams)];
  return [
    ...need.scripts.map((path) => `<link rel="modulepreload" crossorigin href="${path}">`),
    ...need.styles.map((path) => `<link rel="preload" as="style" crossorigin href="${path}">`),
    ...[...list, ...answers].map(
      (path) => `<link rel="preload" as="fetch" crossorigin href="${asAttribute(path)}">`,
    ),
  ].join('\n    ');
}

/** The part of the path that `*` stands for, '' without one; null when the path does not match. */
function segmentOf(address: string, pathname: string): string | null {
  if (!address.endsWith('/*')) return address === pathname ? '' : null;
  const [start, rest] = [address.slice(0, -1), pathname.slice(address.length - 1)];
  return pathname.startsWith(start) && /^[\da-f-]{36}$/.test(rest) ? rest : null;
}

/**
 * The address of a list in the form in which the pages ask for it (web/src/lists/list.ts): the
 * parameters sorted by name, then those of `path`.
 */
function listOf(path: string, page: URLSearchParams): string {
  const [base, own] = path.split('?') as [string, string];
  const known = [...page]
    .filter(([name, value]) => value !== '' && (LIST_PARAMETERS.includes(name) || /^filter\[/.test(name)))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${base}?${new URLSearchParams([...known, ...new URLSearchParams(own)])}`;
}

const LIST_PARAMETERS = ['q', 'sort', 'account_uuid'];

function asAttribute(path: string): string {
  return path.replaceAll('&', '&amp;').replaceAll('"', '%22').replaceAll('<', '%3C');
}
