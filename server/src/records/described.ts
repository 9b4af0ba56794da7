import type { AnyKind } from './kind.ts';

/** What the API reference calls a route of a kind, and where it lists it. */
export function described({ definition }: AnyKind, operationId: string, summary: string) {
  return { tags: [capital(definition.plural)], operationId, summary };
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
