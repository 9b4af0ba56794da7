import type { FieldError, ProblemCode } from '@rapport/contract/problems';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { throughMcp } from '../access/through-mcp.ts';
import type { TokenCaller } from '../tokens/actions.ts';

/** One request at `/mcp`: who makes it, and how its tools ask operations of the API. */
export type Conversation = {
  readonly caller: TokenCaller;
  readonly base_url: string;
  ask(method: Method, path: string, more?: Asked): Promise<Told | Refused>;
};

type Method = 'GET' | 'POST' | 'PATCH';

export type Asked = {
  query?: Record<string, string | number | boolean | undefined>;
  body?: object;
  headers?: Record<string, string | undefined>;
};

/** The answer of an operation that did what it was asked. */
export type Told = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of the operations have many shapes
  body: any;
  headers: Record<string, string>;
};

/** The refusal of an operation: its problem document. */
export class Refused {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors: FieldError[];
  /** The scopes that the token lacks, if that is the reason. */
  readonly needed: readonly string[];

  constructor(code: ProblemCode, detail: string, errors: FieldError[] = [], needed: readonly string[] = []) {
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.needed = needed;
  }
}

/** The answer of a tool that did nothing of what it was asked, each part with its own reason. */
export class NothingDone {
  readonly told: object;

  constructor(told: object) {
    this.told = told;
  }
}

/** Headers that the operations get as the client has sent them. */
const PASSED_ON = ['authorization', 'user-agent'];

/**
 * The operations as this request may use them: with its own credential, under its request id, and
 * from its address.
 */
export function conversationOf(
  app: FastifyInstance,
  request: FastifyRequest,
  caller: TokenCaller,
  base_url: string,
): Conversation {
  const given = PASSED_ON.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const own = { ...Object.fromEntries(given), accept: 'application/json', 'x-request-id': request.id };
  return {
    caller,
    base_url,
    ask: async (method, path, { query = {}, body, headers = {} } = {}) => {
      const inject = {
        method,
        url: `${path}${queryText(query)}`,
        headers: { ...own, ...withoutGaps(headers) },
        remoteAddress: request.ip,
        ...(body && { payload: body }),
      };
      // Awaited within: the request begins only then.
      const answer = await throughMcp(async () => await app.inject(inject));
      const said = answer.body === '' ? null : answer.json();
      if (answer.statusCode >= 400)
        return new Refused(said.code, said.detail, said.errors ?? [], said.needed ?? []);
      return { status: answer.statusCode, body: said, headers: answer.headers as Record<string, string> };
    },
  };
}

function queryText(query: NonNullable<Asked['query']>): string {
  const text = new URLSearchParams(withoutGaps(query)).toString();
  return text === '' ? '' : `?${text}`;
}

function withoutGaps(given: Record<string, string | number | boolean | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
