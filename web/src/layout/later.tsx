import { type ComponentType, type ReactNode, Suspense, lazy as whenRendered } from 'react';

/** So long after a script did not come it is asked for again. */
const AGAIN_MS = 3_000;

/**
 * A part of pages that is not there at first. No page waits for its script; `before` stands in its
 * place until then. A script that does not come is asked for again, and the page stays meanwhile.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  before: (props: P) => ReactNode = () => null,
): ComponentType<P> {
  const Part = whenRendered(async () => ({ default: await patiently(load) })) as ComponentType<P>;
  return (props) => (
    <Suspense fallback={before(props)}>
      <Part {...props} />
    </Suspense>
  );
}

async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
