import { createHash } from 'node:crypto';
import {
  CalendarFeed,
  CalendarFeedCreate,
  CalendarFeedUpdate,
  IssuedCalendarFeed,
} from '@rapport/contract/calendar-feeds';
import type { FastifyInstance } from 'fastify';
import { FRESH } from '../access/rules.ts';
import type { Api } from '../platform/http/api/api.ts';
import { answerCreated } from '../platform/http/api/created.ts';
import { createdOf, refusals } from '../platform/http/api/openapi.ts';
import { RateLimiter } from '../platform/http/api/rate-limit.ts';
import { noneMatchNames } from '../platform/http/server/etag.ts';
import { FailureLimiter } from '../platform/limits/failure-limiter.ts';
import { Problem } from '../platform/problem.ts';
import { type ResourceCore, resourceRoutes } from '../platform/resources/resource-routes.ts';
import { hashToken } from '../platform/secrets/random-tokens.ts';
import * as actions from './actions.ts';

/** Calendars read once an hour. A person who tries it out reads a few times more. */
const READS_MAX = 60;
const READS_WINDOW_S = 10 * 60;

/** An address with this many wrong ones is guessing, or has a calendar that nobody takes out. */
const WRONG_MAX = 100;
const WRONG_WINDOW_MS = 10 * 60 * 1000;

const SIGNED_IN = 'Only for a User who is signed in.';

const tags = ['Calendar feeds'];
const path = '/api/v2/calendar-feeds';

export const schemas = [CalendarFeed, IssuedCalendarFeed];

export function routes(api: Api, core: Parameters<typeof actions.issueFeed>[0] & ResourceCore): void {
  resourceRoutes(api, core, {
    path,
    tags,
    name: 'CalendarFeed',
    words: 'calendar feed',
    schema: CalendarFeed,
    list: {
      summary: 'List your calendar feed',
      description: `${SIGNED_IN} None or one.`,
      refused: [403],
      act: (caller) => actions.listFeeds(core, caller),
    },
    retrieve: {
      description: SIGNED_IN,
      refused: [403],
      act: (caller, uuid) => actions.getFeed(core, caller, uuid),
    },
    update: {
      description: SIGNED_IN,
      body: CalendarFeedUpdate,
      refused: [403],
      act: (caller, uuid, body) => actions.updateFeed(core, caller, uuid, body),
    },
    delete: {
      operation: 'revokeCalendarFeed',
      summary: 'End your calendar feed',
      description: `${SIGNED_IN} Its address stops working at once.`,
      refused: [403],
      act: (caller, uuid) => actions.endFeed(core, caller, uuid),
    },
  });

  // No Idempotency-Key: repeating the answer would mean storing the address.
  api.post(
    path,
    {
      schema: {
        tags,
        operationId: 'createCalendarFeed',
        summary: 'Make the address of your calendar feed',
        description: `${FRESH} An address that you had before ends. Only this answer has the address.`,
        body: CalendarFeedCreate,
        response: { 201: createdOf(IssuedCalendarFeed), ...refusals(400, 401, 403, 422) },
      },
    },
    async ({ caller, body }, reply) => {
      const issued = await actions.issueFeed(core, caller, body.expected_closes ?? false);
      return answerCreated(reply, core, path, issued);
    },
  );
}

/** The feed itself, which calendars read without a token of the API: its address is the secret. */
export function routesForAnybody(app: FastifyInstance, core: Parameters<typeof actions.readFeed>[0]): void {
  const reads = new RateLimiter(READS_MAX, core.clock, READS_WINDOW_S);
  const wrong = new FailureLimiter(WRONG_MAX, WRONG_WINDOW_MS, core.clock);
  app.get<{ Params: { file: string } }>(
    '/calendar/:file',
    // Without a schema of its parameters, which would put the secret into lower case.
    { schema: { hide: true } },
    async (request, reply) => {
      reply.headers({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
      const token = request.params.file.replace(/\.ics$/, '');
      const rate = reads.take(hashToken(token).toString('base64'));
      if (!rate.allowed) return tooMany(Number(rate.headers['retry-after']));
      const text = request.params.file.endsWith('.ics')
        ? await actions.readFeed(core, token)
        : actions.unknownFeed();
      if (text instanceof Problem) {
        // Only wrong addresses wait: a whole office may share its network address with one of them.
        const wait_s = wrong.wait_s(request.ip);
        if (wait_s > 0) return tooMany(wait_s);
        wrong.noteFailure(request.ip);
        return text;
      }
      const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
      reply.header('etag', etag);
      if (noneMatchNames(request.headers['if-none-match'] ?? '', etag)) return reply.code(304).send();
      return reply
        .header('content-disposition', 'inline; filename="rapport.ics"')
        .type('text/calendar; charset=utf-8')
        .send(text);
    },
  );
}

function tooMany(wait_s: number): Problem {
  const detail = `This calendar is read too often. Wait ${wait_s} s; once an hour is enough.`;
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(wait_s) } });
}
