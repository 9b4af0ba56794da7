import { isTimeZone } from '@rapport/contract/days';
import { EVENT_TYPES } from '@rapport/contract/events';
import type { FieldError } from '@rapport/contract/problems';
import type { RecordField } from '@rapport/contract/records/record-field';
import type { TSchema } from 'typebox';
import { decodeUtf8, hasUnstorableCharacters, parseJsonBody } from '../../platform/http/server/json-body.ts';
import { isUuidV7, madeAt } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { ZipFault } from '../../platform/sheets/zip.ts';
import type { AnyKind, CrmRecord } from '../../records/kind.ts';
import { isLinks } from '../../records/references.ts';
import { type Validate, validatorOf } from '../../records/validation.ts';
import { wholeFaults, withAllFields } from '../../records/whole.ts';
import type { EventLine } from './format.ts';
import { PARTS, type Part } from './parts.ts';
import { type Archive, archiveInvalid, type Line, orFault } from './read.ts';

type Values = Record<string, unknown>;

/**
 * Reads all of an archive, and refuses the first line that is not what the API could have written.
 * What an archive says is no more to be trusted than what a stranger sends.
 */
export function checkArchive(
  archive: Archive,
  progress: (done: number) => void,
  signal: AbortSignal,
): Promise<null | Problem> {
  return orFault(async () => {
    let done = 0;
    for (const part of partsOf(archive)) {
      for await (const lines of archive.lines(part.name)) {
        signal.throwIfAborted();
        for (const line of lines) valuesOf(archive, part, line);
        done += lines.length;
        progress(done);
      }
    }
    return refuseCount(archive);
  });
}

/** The parts that an archive has. */
export function partsOf({ manifest }: Archive): Part[] {
  return PARTS.filter(({ name }) => manifest.files.some((file) => file.name === name));
}

function refuseCount({ manifest }: Archive): Problem | null {
  const { lines } = manifest.files.find(({ name }) => name === 'data/account.ndjson')!;
  return lines === 1 ? null : archiveInvalid(`It has ${lines} Accounts, and one is meant.`);
}

/** The values of a line. Throws a `ZipFault` that names the line and what is wrong with it. */
export function valuesOf({ manifest, opened_at }: Archive, part: Part, line: Line): Values {
  const refuse = (why: string): never => {
    throw new ZipFault(
      archiveInvalid(
        `Line ${line.number} of ${part.name} is refused: ${why} ` +
          'If it was exported so, change it in the Account it comes from, and export once more.',
      ),
    );
  };
  const said = parse(part, line.bytes);
  if (said instanceof Problem) return refuse(said.detail);
  const values = part.kind ? withAllFields(part.kind, said) : said;
  const faults = faultsOf(part, values, opened_at);
  if (faults.length > 0) {
    const { pointer, detail } = faults[0]!;
    return refuse(detail.startsWith(pointer) ? detail : `${pointer} ${detail}`);
  }
  const account = ACCOUNT_OF[part.name] ?? ((one: Values) => one.account_uuid);
  const account_uuid = account(values);
  if (account_uuid !== undefined && account_uuid !== manifest.account_uuid) {
    return refuse(`it belongs to another Account (${account_uuid}).`);
  }
  return values;
}

const ACCOUNT_OF: Record<string, (values: Values) => unknown> = {
  'data/account.ndjson': ({ uuid }) => uuid,
  'data/events.ndjson': ({ body }) => (body as Values).account_uuid,
};

/** An event may be nested deeper than a body, because it has one in it. */
function parse({ isHistory }: Part, bytes: Buffer): Values | Problem {
  if (!isHistory) {
    const values = parseJsonBody(bytes);
    if (values instanceof Problem) return values;
    return isObject(values) ? values : NO_OBJECT;
  }
  try {
    const text = decodeUtf8(bytes) ?? '';
    const values = JSON.parse(text);
    if (hasUnstorableEscape(text)) return UNSTORABLE;
    return isObject(values) ? values : NO_OBJECT;
  } catch {
    return new Problem('json_invalid', 'it is not JSON in UTF-8.');
  }
}

/**
 * True for JSON with a text that PostgreSQL cannot read out of it again. Only an escape can say a
 * NUL or half a surrogate pair.
 */
function hasUnstorableEscape(text: string): boolean {
  if (!/\\u(?:0000|d[89a-f])/i.test(text)) return false;
  let found = false;
  JSON.parse(text, (key, value) => {
    found ||= [key, value].some((one) => typeof one === 'string' && hasUnstorableCharacters(one));
    return value;
  });
  return found;
}

const UNSTORABLE = new Problem('json_invalid', 'it has a NUL or half a surrogate pair.');

const NO_OBJECT = new Problem('json_invalid', 'it is no JSON object.');

function isObject(values: unknown): values is Values {
  return typeof values === 'object' && values !== null && !Array.isArray(values);
}

function faultsOf(part: Part, values: Values, opened_at: Date): FieldError[] {
  const faults = validator(part.name, part.schema)(values);
  if (faults.length > 0) return faults;
  if (part.kind) return recordFaultsOf(part.kind, values as unknown as CrmRecord);
  if (part.name === 'data/account.ndjson') return accountFaults(values);
  if (part.name !== 'data/events.ndjson') return [];
  return eventFaults(values as unknown as EventLine, opened_at);
}

/** How much later than here it may be on the installation that an archive comes from. */
export const CLOCKS_DIFFER_MS = 60 * 60 * 1000;

/** The uuid of an event is its time. One of the future would be the newest for ever. */
function eventFaults({ body }: EventLine, opened_at: Date): FieldError[] {
  const fault = (pointer: string, detail: string): FieldError[] => [{ pointer, code: 'not_allowed', detail }];
  if (!Object.hasOwn(EVENT_TYPES, body.event)) return fault('/body/event', 'is no event of Rapport.');
  const isPast = isUuidV7(body.uuid) && madeAt(body.uuid).getTime() < opened_at.getTime() + CLOCKS_DIFFER_MS;
  return isPast ? [] : fault('/body/uuid', 'is no UUIDv7 of a time that has come.');
}

/** A zone that does not exist would break every request of the members. */
function accountFaults({ time_zone }: Values): FieldError[] {
  if (time_zone === null || isTimeZone(String(time_zone))) return [];
  return [{ pointer: '/time_zone', code: 'wrong_format', detail: 'is no time zone of the IANA list.' }];
}

/**
 * What the API would refuse of a record. Texts, addresses and amounts that an earlier release took
 * are kept, as the API keeps them; addresses of pages become links, so these are checked.
 */
function recordFaultsOf(kind: AnyKind, record: CrmRecord): FieldError[] {
  const { definition } = kind;
  const fields = definition.fields as Record<string, RecordField>;
  const written = Object.fromEntries(
    Object.entries(record).filter(([name]) => fields[name]?.by === 'caller' && !isLinks(fields[name])),
  );
  const isLink = ({ pointer, code }: FieldError) => {
    const name = pointer.split('/')[1]!;
    return code === 'wrong_format' && fields[name]?.format === 'url' && !isPage(String(written[name]));
  };
  return [
    ...validator(`written ${definition.name}`, definition.written_schema)(written),
    ...wholeFaults(kind, record),
  ].filter((fault) => isLink(fault) || !OF_EARLIER_RELEASES.has(fault.code));
}

/** True for what opens a page, even if it leads nowhere: an earlier release took `http://x..io`. */
function isPage(website: string): boolean {
  return /^https?:\/\//i.test(website);
}

/** The faults that a value of an earlier release may have. */
const OF_EARLIER_RELEASES = new Set([
  'invalid_characters',
  'wrong_format',
  'required',
  'too_short',
  // What the service adds to an entry, such as e164. The schema of the line knows it.
  'unknown_field',
]);

const VALIDATORS = new Map<string, Validate>();

function validator(name: string, schema: TSchema): Validate {
  const known = VALIDATORS.get(name) ?? validatorOf(schema);
  VALIDATORS.set(name, known);
  return known;
}
