import type { Change } from '@rapport/client/resources';
import type { KeptValue } from '@rapport/contract/changes';

/** Returns `client: 3 updated, 1 deleted`. */
export function whatOf({ counts, resources }: Change): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return `${resources.join(', ')}: ${parts.map(([action, count]) => `${count} ${action}`).join(', ')}`;
}

/** How many of the kept values are listed. The answer with --json has up to 1000. */
const KEPT_SHOWN = 20;

/** Returns what an undo leaves as it is, a line each. */
export function keptLines(kept: KeptValue[], count: number): string[] {
  if (count === 0) return [];
  const lines = kept
    .slice(0, KEPT_SHOWN)
    .map(
      ({ resource, uuid, field, reason }) => `  ${resource} ${uuid}${field ? ` ${field}` : ''}: ${reason}`,
    );
  const more = count - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more; --json names up to 1000`] : [])];
}
