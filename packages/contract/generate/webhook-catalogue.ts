import { Account, Login, User } from '../src/accounts.ts';
import { Actor } from '../src/actors.ts';
import { CustomField } from '../src/custom-fields.ts';
import { EVENT_TYPES } from '../src/events.ts';
import { File } from '../src/files.ts';
import { MailTrace } from '../src/mail.ts';
import { Proposal } from '../src/proposals.ts';
import { RECORDS } from '../src/records/all.ts';
import type { RecordDefinition } from '../src/records/define-record.ts';
import { formatted } from './formatted.ts';
import { COMMON_FIELDS, COMMON_PARTS, RESOURCE, recordTypes } from './record-types.ts';
import { declaration, knownTypes } from './type-text.ts';

const KNOWN = knownTypes(COMMON_PARTS, COMMON_FIELDS);

/**
 * Returns the text of the file: a type for each resource and for the actor, and the map from event
 * names to the types of their `data`.
 */
export function webhookCatalogue(): string {
  return formatted(
    [
      '// Generated from the event catalogue of the service; do not edit.\n',
      ...Object.entries({ ...COMMON_PARTS, ...COMMON_FIELDS }).map(([name, schema]) =>
        declaration(schema, name),
      ),
      ...[User, Account, Login, CustomField, Proposal, File, MailTrace].map((schema) => declaration(schema)),
      RESOURCE,
      ...(RECORDS as readonly RecordDefinition[]).flatMap((kind) => recordTypes(kind, KNOWN)),
      declaration(Actor),
      eventDataDeclaration(),
    ].join('\n'),
  );
}

/** Returns the map from an event's name to the type of its record, as text. */
export function eventDataDeclaration(): string {
  const events = Object.entries(EVENT_TYPES).map(
    ([event, { resource, description }]) =>
      `  /** ${description} */\n  '${event}': ${(resource as { $id?: string }).$id};\n`,
  );
  return `/** The events of the service, with what is in their \`data\`. */\nexport type EventData = {\n${events.join('')}};\n`;
}
