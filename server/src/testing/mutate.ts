// Takes one condition of who sees what out of the service, for a test that sees whether the tests
// notice: `node --import server/src/testing/mutate.ts`. The environment names the file and place.
import { registerHooks } from 'node:module';

/** What stands in place of each condition: it lets everything through. */
export const WITHOUT: Record<string, string> = {
  seenBy: '((whole, ..._) => whole)',
  seenInLists: '((whole, ..._) => whole)',
  seenAbout: '((..._) => sql`true`)',
  alsoSeen: '((..._) => sql``)',
  seenRows: '((..._) => sql`true`)',
  hiddenFrom: '((..._) => sql`false`)',
  seenAmong: '(async (_db, _reach, named) => new Set(named.map(({ uuid }) => uuid)))',
  refuseUnchangeable: '(async (..._) => null)',
  mayChangeAll: '((..._) => true)',
  isNarrowed: '((..._) => false)',
  isNarrowedIn: '((..._) => false)',
  whereWhole: '((reach) => reach)',
  withoutHiddenMerges: '(async (_tx, _kind, _reach, deleted) => deleted)',
};

/** A place in the source where one of them is called. */
export type Place = { file: string; index: number; name: string };

/** The places in a source, without definitions, imports and what a file calls so itself. */
export function placesIn(file: string, source: string): Place[] {
  const names = Object.keys(WITHOUT).filter((name) => !new RegExp(`function ${name}\\b`).test(source));
  const calls = source.matchAll(new RegExp(`(?<![\\w.])(${names.join('|')})\\(`, 'g'));
  return [...calls].map(({ index, 1: name }) => ({ file, index, name: name! }));
}

const [file, at] = (process.env.TEST_MUTATION ?? '').split('@');
if (file && at) {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(file)) return loaded;
      const source = String(loaded.source);
      // Node has taken the types out by spaces, so every place stays where it is.
      const [, name] = /^(\w+)\(/.exec(source.slice(Number(at)))!;
      const mutated = source.slice(0, Number(at)) + WITHOUT[name!] + source.slice(Number(at) + name!.length);
      return { ...loaded, source: mutated };
    },
  });
}
