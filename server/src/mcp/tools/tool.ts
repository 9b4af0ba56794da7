import { type Conversation, Refused } from '../calls.ts';
import { KIND_NAMES } from '../records.ts';

/** A tool: what assistants are told of it, and what it does. `run` may rely on the schema. */
export type Tool = {
  name: string;
  description: string;
  inputSchema: { type: 'object'; properties: Record<string, object>; required?: string[] };
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean };
  // biome-ignore lint/suspicious/noExplicitAny: its schema checks the arguments of each tool
  run(conversation: Conversation, args: any): Promise<object | Refused>;
};

/** Hints for programs that ask their person before some tools. They guard nothing. */
export const READS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
export const WRITES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

/** The arguments of a tool. All others are refused, so that no misspelt one is ignored. */
export function takes(properties: Record<string, object>, required: string[] = []): Tool['inputSchema'] {
  const rest = { additionalProperties: false, ...(required.length > 0 && { required }) };
  return { type: 'object', properties, ...rest } as Tool['inputSchema'];
}

export const uuid = { type: 'string', format: 'uuid' };
export const resource = { type: 'string', enum: KIND_NAMES };
export const account_uuid = uuid;
export const cursor = { type: 'string', maxLength: 2000 };
export const change_uuid = {
  ...uuid,
  description: 'change_uuid of an earlier answer today: both become one change, undone by one call.',
};

export function limitTo(maximum: number): object {
  return { type: 'integer', minimum: 1, maximum };
}

export function textOf(maxLength: number, description?: string): object {
  return { type: 'string', maxLength, ...(description && { description }) };
}

/** The answers of several questions, or the first refusal among them. */
export async function askAll<Answers extends unknown[]>(
  ...questions: { [K in keyof Answers]: Promise<Answers[K] | Refused> }
): Promise<Answers | Refused> {
  const answers = await Promise.all(questions);
  return (answers.find((one) => one instanceof Refused) as Refused | undefined) ?? (answers as Answers);
}
