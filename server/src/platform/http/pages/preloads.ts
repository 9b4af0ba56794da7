/**
 * The files and answers that the page at an address needs at once. The build of the pages writes a
 * list of these.
 */
export type Need = {
  /** `/things`, or `/things/*` for the page of any record. */
  address: string;
  /** Addresses of scripts. */
  scripts: string[];
  /** Paths of the API; `*` stands for the uuid in the address. */
  answers: string[];
  /** The path of a list whose filters and order stand in the page's own address. */
  list?: string;
};

/**
 * Links that let the browser request everything that the page at `url` needs together with its
 * first script. One after the other, each would take a round trip.
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
    ...[...list, ...answers].map(
      (path) => `<link rel="preload" as="fetch" crossorigin href="${asAttribute(path)}">`,
    ),
  ].join('\n    ');
}

/** The part of the path at `*`, '' without one; null when the address is another. */
function segmentOf(address: string, pathname: string): string | null {
  if (!address.endsWith('/*')) return address === pathname ? '' : null;
  const [start, rest] = [address.slice(0, -1), pathname.slice(address.length - 1)];
  return pathname.startsWith(start) && /^[\da-f-]{36}$/.test(rest) ? rest : null;
}

/**
 * Written as the pages write it (web/src/records/list.ts): the parameters in order of their names,
 * then those of `path`.
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
