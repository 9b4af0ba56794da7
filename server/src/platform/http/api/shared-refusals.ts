import { PROBLEMS } from '@rapport/contract/problems';

type Responses = Record<string, { description?: string; content?: object }>;

/** What refusals are called, by status. Others are not shared. */
const NAMES: Record<string, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  406: 'NotAcceptable',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
  default: 'Refusal',
};

/**
 * Puts references in place of the refusals that many operations share; returns these by name, for
 * the components of the document. They were two thirds of it, and a type each in generated clients.
 * Of two forms of one name the one that more operations have is shared.
 */
export function shareRefusals(operations: Responses[]): Record<string, object> {
  const forms = new Map<string, { name: string; refusal: object; places: [Responses, string][] }>();
  for (const responses of operations) {
    for (const [status, refusal] of Object.entries(responses)) {
      if (!('application/problem+json' in (refusal.content ?? {}))) continue;
      const name = nameOf(status, refusal.description);
      if (name === undefined) continue;
      const key = JSON.stringify([name, refusal]);
      const form = forms.get(key) ?? { name, refusal, places: [] };
      forms.set(key, form);
      form.places.push([responses, status]);
    }
  }
  const shared = new Map<string, object>();
  for (const { name, refusal, places } of [...forms.values()].sort(
    (one, other) => other.places.length - one.places.length,
  )) {
    if (shared.has(name)) continue;
    shared.set(name, refusal);
    for (const [responses, status] of places)
      responses[status] = { $ref: `#/components/responses/${name}` } as Responses[string];
  }
  return Object.fromEntries(shared);
}

function nameOf(status: string, description?: string): string | undefined {
  return description === PROBLEMS.insufficient_scope.title ? 'InsufficientScope' : NAMES[status];
}
