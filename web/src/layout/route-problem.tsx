import { Center } from '@mantine/core';
import { ProblemAlert } from './problem-alert.tsx';

/**
 * A page that failed: most often Rapport was replaced meanwhile, and the page's old script is gone.
 */
export function RouteProblem({ error }: { error: unknown }) {
  return (
    <Center mih="60vh" p="md">
      <ProblemAlert error={error} onRetry={tryAgain} />
    </Center>
  );
}

/** Nothing happens while Rapport does not answer: the browser would show an error of its own. */
function tryAgain(): void {
  fetch('/healthz').then(
    () => location.reload(),
    () => {},
  );
}
