/**
 * Packages that are published cannot depend on this one, so the types of the resources are written into them as text, from the same schemas
 * that validate. Each such file has a program here, and a test that compares.
 */

/** A JSON Schema, as far as our resources use it. */
export type SchemaNode = {
  $id?: string;
  $ref?: string;
  title?: string;
  description?: string;
  type?: string;
  enum?: string[];
  anyOf?: SchemaNode[];
  items?: SchemaNode;
  properties?: Record<string, SchemaNode>;
  required?: string[];
};

/** As the formatter breaks lines. */
const LINE_MAX = 90;

/** `export type Name = {…};` for a schema, under its own name or the one given. */
export function declaration(schema: object, name?: string): string {
  const node = schema as SchemaNode;
  return `${comment(node.description, '')}export type ${name ?? node.$id} = ${text(node, '')};\n`;
}

/** A schema as the text of a type. */
function text(schema: SchemaNode, indent: string): string {
  if (schema.$ref) return schema.$ref.replace('#', '');
  if (schema.anyOf) return schema.anyOf.map((option) => text(option, indent)).join(' | ');
  if (schema.enum) return choiceText(schema.enum, indent);
  if (schema.properties) return objectText(schema, indent);
  if (schema.type === 'array') return arrayText(text(schema.items!, indent));
  if (schema.type === 'object') return 'Record<string, unknown>';
  if (schema.type === 'integer') return 'number';
  if (['string', 'boolean', 'null'].includes(schema.type ?? '')) return schema.type!;
  throw new Error(`No type is known for ${JSON.stringify(schema)}.`);
}

function objectText({ properties = {}, required = [] }: SchemaNode, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    const type = text(field, inner);
    const space = type.startsWith('\n') ? '' : ' ';
    return `${comment(describe(field), inner)}${inner}${name}${mark}:${space}${type};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

/** On one line, or where that would be too long, on a line each. */
export function choiceText(values: readonly string[], indent: string): string {
  const quoted = values.map((value) => `'${value}'`);
  const line = quoted.join(' | ');
  return line.length < LINE_MAX ? line : quoted.map((value) => `\n${indent}  | ${value}`).join('');
}

function arrayText(item: string): string {
  return /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

/** A field that may be null carries its description inside. */
function describe(field: SchemaNode): string | undefined {
  return field.description ?? field.anyOf?.[0]?.description;
}

function comment(description: string | undefined, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description} */\n`;
}
