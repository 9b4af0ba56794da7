import { type Client, type ClientFields, CUSTOM_MAX_BYTES } from '@rapport/contract/clients';
import { NAME_PATTERN } from '@rapport/contract/fields';
import type { FieldError } from '@rapport/contract/problems';
import { inJsonbOrder } from '../../platform/database/jsonb-order.ts';
import { isEmail } from '../../platform/email.ts';

/** A Client before it is stored: what a caller writes, with everything they left out filled in. */
type WrittenClient = Omit<Client, 'uuid' | 'account_uuid' | 'version' | 'created_at' | 'updated_at'>;

const EMPTY: WrittenClient = {
  kind: 'organisation',
  name: '',
  first_name: null,
  last_name: null,
  status: 'lead',
  emails: [],
  phones: [],
  website: null,
  domain: null,
  addresses: [],
  industry: null,
  tax_number: null,
  language: null,
  currency: null,
  tags: [],
  owner_uuid: null,
  external_id: null,
  description: null,
  custom: {},
};

/** A new Client from what was given. */
export function newClient(fields: ClientFields): WrittenClient {
  return changedClient(EMPTY, fields);
}

/**
 * What a Client becomes by a change; `custom` is replaced as a whole, like every other field. A name that was put together from first and
 * last name follows them, and a domain taken from the website follows that, until somebody gives another.
 */
export function changedClient<T extends WrittenClient>(client: T, given: ClientFields): T {
  const fields = trimmed(given);
  const changed = { ...client, ...fields };
  if (fields.name === undefined && client.name === fullName(client)) {
    changed.name = fullName(changed) || client.name;
  }
  if (fields.domain === undefined && client.domain === domainOf(client.website)) {
    changed.domain = domainOf(changed.website);
  }
  return {
    ...changed,
    emails: inJsonbOrder(changed.emails),
    phones: inJsonbOrder(changed.phones),
    addresses: inJsonbOrder(changed.addresses),
    custom: inJsonbOrder(changed.custom),
    domain: changed.domain?.toLowerCase() ?? null,
    owner_uuid: changed.owner_uuid?.toLowerCase() ?? null,
  };
}

/** Free text, where space may mean something, and what belongs to somebody else. */
const KEPT_AS_GIVEN = ['description', 'custom', 'external_id'];

/** Without the space around texts of one line, which nobody sees and no filter would find. */
function trimmed({ tags, ...fields }: ClientFields): ClientFields {
  const kept = Object.entries(fields).map(([name, value]) => [
    name,
    KEPT_AS_GIVEN.includes(name) ? value : withTrimmedTexts(value),
  ]);
  return { ...Object.fromEntries(kept), ...(tags && { tags: [...new Set(tags.map((tag) => tag.trim()))] }) };
}

function withTrimmedTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withTrimmedTexts);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTrimmedTexts(inner)]));
}

function fullName({ first_name, last_name }: WrittenClient): string {
  return [first_name, last_name].filter(Boolean).join(' ');
}

/**
 * What is wrong with a Client beyond its schema; empty when nothing is. Names, tags and phone numbers that it had `before` are not looked at:
 * whoever changes something else has not written them.
 */
export function clientErrors(client: WrittenClient, before: WrittenClient = EMPTY): FieldError[] {
  const errors: FieldError[] = [];
  const say = (pointer: string, code: FieldError['code'], text: string) =>
    errors.push({ pointer, code, detail: `${pointer} ${text}` });
  const sayUnlessVisible = (pointer: string, text: string) => {
    if (VISIBLE_LINE.test(text)) return;
    say(pointer, 'invalid_characters', 'must have a visible character and no control characters.');
  };
  if (client.name.trim() === '') {
    say(
      '/name',
      'required',
      'is missing. An organisation needs a name, a person a name, a first name or a last name.',
    );
  } else if (client.name !== before.name) sayUnlessVisible('/name', client.name);
  for (const [index, tag] of client.tags.entries()) {
    if (!before.tags.some((known) => known.trim() === tag.trim())) sayUnlessVisible(`/tags/${index}`, tag);
  }
  for (const [index, { value }] of client.phones.entries()) {
    if (before.phones.some((known) => known.value.trim() === value.trim())) continue;
    sayUnlessVisible(`/phones/${index}/value`, value);
  }
  for (const [index, { value }] of client.emails.entries()) {
    if (!isEmail(value)) {
      say(`/emails/${index}/value`, 'wrong_format', `"${value}" is not an e-mail address.`);
    }
  }
  for (const field of ['emails', 'phones', 'addresses'] as const) {
    if (client[field].filter((entry) => entry.primary).length > 1) {
      say(`/${field}`, 'not_unique', 'has more than one primary entry. Mark one.');
    }
  }
  if (client.website !== null && domainOf(client.website) === null) {
    say('/website', 'wrong_format', 'must be an address such as https://www.example.com.');
  }
  if (Buffer.byteLength(JSON.stringify(client.custom)) > CUSTOM_MAX_BYTES) {
    say('/custom', 'too_long', `must be at most ${CUSTOM_MAX_BYTES / 1024} KiB as JSON.`);
  }
  return errors;
}

const VISIBLE_LINE = new RegExp(NAME_PATTERN, 'u');

/** What is said against an owner who is not there, or whom the Account does not know. */
export const OWNER_NOT_FOUND: FieldError = {
  pointer: '/owner_uuid',
  code: 'not_found',
  detail: '/owner_uuid must be a User with a login to the Account (GET /api/v2/accounts/{uuid}/logins).',
};

/** `https://www.3m.com/about` → `3m.com`; null when there is none, or it is no http address with a host. */
function domainOf(website: string | null): string | null {
  const url = URL.parse(website ?? '');
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null;
  return url.hostname.replace(/^www\./, '') || null;
}
