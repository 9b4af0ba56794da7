import { CLIENT } from '@rapport/contract/records/clients';
import { trimmed } from '@rapport/contract/unseen';
import type fc from 'fast-check';
import { arbitraryOf } from '../../../testing/arbitrary-of.ts';
import type { Description } from '../../../testing/described-answers.ts';

/**
 * Field values that the schema and the rules accept, in their stored form: texts of one line have
 * no space around them, and all are in Unicode's composed form.
 */
export function arbitraryFields(
  description: Description,
  owner_uuid: string,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = arbitraryOf(CLIENT.written_schema, description) as fc.Arbitrary<Record<string, never>>;
  // The parser refuses integers with more digits than a double keeps; its own tests show this.
  const keepable = fields.map(composed).filter(({ custom = {} }) => !/\d{16,}/.test(JSON.stringify(custom)));
  return keepable
    .map((fields) => withAllowedTexts(fields) as typeof fields)
    .map(
      ({
        emails = [],
        phones = [],
        addresses = [],
        tags = [],
        website,
        domain,
        currency,
        external_id,
        name,
        // Users and teams there are: sight.test.ts.
        shared_with: _,
        ...others
      }) => ({
        ...(asKept(others) as object),
        ...('description' in others ? { description: others.description } : {}),
        ...('custom' in others ? { custom: others.custom } : {}),
        emails: asKept(onePrimary(emails).map((email) => ({ ...email, value: 'ada@example.com' }))),
        phones: asKept(onePrimary(phones).map(asPhone)),
        addresses: asKept(onePrimary(addresses)),
        tags: (tags as string[]).map((_, i) => `tag ${i}`),
        ...(website ? { website: 'https://www.example.com/' } : {}),
        ...(currency ? { currency: 'KWD' } : {}),
        ...(domain ? { domain: 'shop.example.com' } : {}),
        ...(external_id ? { external_id } : {}),
        owner_uuid,
        name: `A${String(name ?? '').replace(/\p{C}|\p{Zl}|\p{Zp}/gu, '')}`.trim(),
      }),
    );
}

/** A number with the E.164 form that the service takes from it. */
function asPhone({ extension: _, ...phone }: { extension?: string }) {
  return { ...phone, value: '+44 20 7946 0000', e164: '+442079460000' };
}

function composed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).normalize());
}

/** Every name and text begins with a visible character, and has none that no text may have. */
function withAllowedTexts(value: unknown): unknown {
  if (typeof value === 'string') return allowed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withAllowedTexts);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [allowed(key), withAllowedTexts(inner)]),
  );
}

function allowed(text: string): string {
  const bare = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, '-');
  return /^[\p{L}\p{N}_-]/u.test(bare) ? bare : `-${bare.slice(1)}`.toWellFormed();
}

function onePrimary(list: object[]): object[] {
  return list.map((entry, i) => ({ ...entry, ...(i > 0 ? { primary: false } : {}) }));
}

function asKept(value: unknown): unknown {
  if (typeof value === 'string') return trimmed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(asKept);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asKept(inner)]));
}
