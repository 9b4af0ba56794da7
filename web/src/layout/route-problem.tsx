import { Center } from '@mantine/core';
import { ProblemAlert } from './problem-alert.tsx';

/**
 * Shown when a page failed to load, most often because a new release no longer has the page's old
 * script.
 */
export function RouteProblem({ error }: { error: unknown }) {
  return (
    <Center mih="60vh" p="md">
      <ProblemAlert error={error} onRetry={tryAgain} />
    </Center>
  );
}

/**
 * Does nothing while the service does not answer, because the browser would show an error page of
 * its own.
 */
function tryAgain(): void {
  fetch('/healthz').then(
    () => location.reload(),
    () => {},
  );
}
