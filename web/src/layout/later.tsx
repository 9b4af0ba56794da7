import { type ComponentType, type ReactNode, Suspense, lazy as whenRendered } from 'react';
import { common } from '../texts/common.ts';
import { Opening } from './loading.tsx';
import { notifyToReload } from './notify-with-button.tsx';
import { isTyping } from './typing.ts';

/** The pause before a script that failed to load is requested again. */
const AGAIN_MS = 3_000;

/** After so many failures while the service answers, asking again does not help. */
const MISSING_MAX = 2;

/** When the page was last reloaded for a script. */
const RELOADED_AT = 'rapport-reloaded-at';

/** A page is not reloaded for a script again within this time. */
const RELOADS_APART_MS = 60_000;

/** The pause after the first page, which needs the line and the processor for itself. */
const IDLE_AFTER_MS = 4_000;

let hasAsked = false;

const loads: (() => Promise<unknown>)[] = [];

/**
 * A part of a page whose script is loaded later, so that no page waits for it. `before` is shown
 * until then; for a dialog that somebody has opened, it says that it comes. A script that fails to
 * load is requested again while the page stays. Browsers may remember that it failed, and a newer
 * release has other scripts: then a reload gets it. While something is typed that a reload may
 * lose, the page asks instead. If a reload does not help, the page fails and says so.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  before: (props: P) => ReactNode = whileOpened,
): ComponentType<P> {
  loads.push(load);
  const Part = whenRendered(async () => ({ default: await patiently(load) })) as ComponentType<P>;
  return (props) => (
    <Suspense fallback={before(props)}>
      <Part {...props} />
    </Suspense>
  );
}

function whileOpened(props: { opened?: boolean }): ReactNode {
  return props.opened ? <Opening /> : null;
}

/**
 * Loads the parts of the pages that were opened while nothing else happens, so that they open at
 * once. Nobody needs them yet, so a failure is no news.
 */
export function loadPartsWhenIdle(): void {
  const loadNext = async () => {
    const load = loads.shift();
    if (load === undefined || !navigator.onLine) return;
    await load().catch(() => {});
    // Safari has no such function, and a pause is enough.
    (window.requestIdleCallback ?? setTimeout)(() => void loadNext());
  };
  setTimeout(() => void loadNext(), IDLE_AFTER_MS);
}

async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let missing = 0; ; ) {
    try {
      return await load();
    } catch (error) {
      const isAnswering = await fetch('/healthz').then(
        () => true,
        () => false,
      );
      if (isAnswering) missing += 1;
      if (missing >= MISSING_MAX && !isTyping()) return reloadFor(error);
      if (missing === MISSING_MAX) askToReload();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** Asks once, however many parts are missing. */
function askToReload(): void {
  if (hasAsked) return;
  hasAsked = true;
  notifyToReload(common.partMissing, common.reload, async () => location.reload());
}

/** Reloads the page, so never settles. Throws `error` when the page was just reloaded for one. */
function reloadFor(error: unknown): Promise<never> {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < RELOADS_APART_MS) throw error;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}
