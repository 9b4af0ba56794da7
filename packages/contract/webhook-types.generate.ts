// Writes packages/webhooks/src/catalogue.ts: `node webhook-types.generate.ts`. The webhook kit depends on nothing, so the types of
// the events are copied into it as text. The tests build the text again and compare.
import { writeFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { Account, Login, User } from './src/accounts.ts';
import { Client } from './src/clients.ts';
import { Actor, EVENT_TYPES } from './src/events.ts';

/** A JSON Schema, as far as our resources use it. */
type Node = {
  $id?: string;
  $ref?: string;
  title?: string;
  description?: string;
  type?: string;
  enum?: string[];
  anyOf?: Node[];
  items?: Node;
  properties?: Record<string, Node>;
  required?: string[];
};

const RESOURCES: TSchema[] = [User, Account, Login, Client];

/** The text of the file: a type for each resource, for the actor, and the event names with what is in their `data`. */
export function buildWebhookTypes(): string {
  const types = [...RESOURCES, Actor].map((schema) => typeOf(schema as Node));
  const events = Object.entries(EVENT_TYPES).map(
    ([event, { resource, description }]) =>
      `  /** ${description} */\n  '${event}': ${(resource as Node).$id};\n`,
  );
  return [
    '// Generated from the event catalogue of the service; do not edit.\n',
    ...types,
    `/** The events of the service, with what is in their \`data\`. */\nexport type EventData = {\n${events.join('')}};\n`,
  ].join('\n');
}

function typeOf(schema: Node): string {
  return `${comment(schema.description, '')}export type ${schema.$id} = ${text(schema, '')};\n`;
}

/** A schema as the text of a type. */
function text(schema: Node, indent: string): string {
  if (schema.$ref) return schema.$ref.replace('#', '');
  if (schema.anyOf) return schema.anyOf.map((option) => text(option, indent)).join(' | ');
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ');
  if (schema.properties) return objectText(schema, indent);
  if (schema.type === 'array') return arrayText(text(schema.items!, indent));
  if (schema.type === 'object') return 'Record<string, unknown>';
  if (schema.type === 'integer') return 'number';
  if (['string', 'boolean', 'null'].includes(schema.type ?? '')) return schema.type!;
  throw new Error(`No type is known for ${JSON.stringify(schema)}.`);
}

function objectText({ properties = {}, required = [] }: Node, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(describe(field), inner)}${inner}${name}${mark}: ${text(field, inner)};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

function arrayText(item: string): string {
  return /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

/** A field that may be null carries its description inside. */
function describe(field: Node): string | undefined {
  return field.description ?? field.anyOf?.[0]?.description;
}

function comment(description: string | undefined, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description} */\n`;
}

if (import.meta.main) {
  writeFileSync(new URL('../webhooks/src/catalogue.ts', import.meta.url), buildWebhookTypes());
}
