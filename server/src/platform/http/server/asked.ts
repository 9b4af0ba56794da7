import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * What is known of a request beside what it says. The hooks of `request-hooks.ts` fill it in, and
 * declare here what they add.
 */
export interface Asked {
  /** The caller for the log, without secrets. Null until the caller is known. */
  asker: {
    user_uuid: string;
    credential: string;
    credential_uuid: string | null;
    grant_uuid?: string;
  } | null;
  /** The change that the request is a part of; see `change-uuid.ts`. */
  change_uuid: string | null;
  /** The code of the answered refusal; null for other answers. */
  problem_code: string | null;
  /** True when the answer is that of an earlier request with the same `Idempotency-Key`. */
  is_replayed: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly asked: Asked;
  }
}

const ASKED = Symbol('asked');

/** Gives every request its `asked`, made when it is first needed. */
export function rememberAsked(app: FastifyInstance): void {
  app.decorateRequest('asked', {
    getter() {
      const request = this as FastifyRequest & { [ASKED]?: Asked };
      request[ASKED] ??= {
        asker: null,
        change_uuid: null,
        problem_code: null,
        is_replayed: false,
      } as Asked;
      return request[ASKED];
    },
  });
}
