import { noteRequest } from './api-requests/actions.ts';
import type { RequestRecorder } from './api-requests/recorder.ts';
import { nameChange, refuseClosedChange } from './events/group-changes.ts';
import { answerOtherOrigin } from './oauth/cross-origin.ts';
import { refuseOtherMethod } from './oauth/endpoint.ts';
import type { Core } from './platform/core.ts';
import { fillOptionalBody } from './platform/http/api/openapi.ts';
import type { RateLimiter } from './platform/http/api/rate-limit.ts';
import { showThatItIsACopy } from './platform/http/pages/copy-strip.ts';
import { refuseCrossSite } from './platform/http/pages/same-origin.ts';
import { showLostPage, type WebPages } from './platform/http/pages/web-pages.ts';
import { closeWhenStopping } from './platform/http/server/connections.ts';
import { answerUnchanged } from './platform/http/server/etag.ts';
import type { Hooks } from './platform/http/server/hooks.ts';
import { closeAfterEarlyAnswer } from './platform/http/server/lingering-close.ts';
import { refuseOddRequest } from './platform/http/server/odd-requests.ts';
import { asProblemDocument } from './platform/http/server/problem-reply.ts';
import {
  beginAnswer,
  logRequest,
  refuseUndescribedBody,
  refuseUnreadBody,
} from './platform/http/server/server.ts';
import { cutSlowBody } from './platform/http/server/slow-strangers.ts';
import { markReplay } from './platform/idempotency/actions.ts';
import { countRequest, type RequestMetrics } from './platform/telemetry/request-metrics.ts';
import { beginSpan, endSpan } from './platform/telemetry/trace-requests.ts';
import type { Traces } from './platform/telemetry/traces.ts';
import { endTurn, findCallerOf, takeTurn } from './tokens/authenticate.ts';

/**
 * All that happens to a request beside its handler, in this order. The body is read after
 * `onRequest`, and checked by its schema after `preValidation`.
 */

/** The hooks of every request. */
export function everyRequest(core: {
  base_url: string;
  db: Core['db'];
  traces: Traces;
  requestMetrics: RequestMetrics;
  pages: WebPages | null;
  mails: 'sent' | 'kept';
  mcp: boolean;
  mail_drop: object | null;
  mail_providers: readonly { key: string; name: string }[];
  is_copy: boolean;
}): Hooks {
  return {
    onRequest: [
      cutSlowBody(),
      beginAnswer(core.base_url),
      refuseOddRequest,
      answerOtherOrigin(core),
      beginSpan(core.traces),
      showLostPage(core.pages, core),
      refuseOtherMethod,
    ],
    preValidation: [refuseUnreadBody, refuseUndescribedBody, fillOptionalBody],
    preSerialization: [asProblemDocument],
    onSend: [
      ...(core.is_copy ? [showThatItIsACopy] : []),
      closeWhenStopping,
      closeAfterEarlyAnswer,
      answerUnchanged,
      markReplay,
    ],
    onResponse: [logRequest, endSpan, countRequest(core.requestMetrics)],
  };
}

/** The further hooks of requests that need a token or a session. */
export function requestOfCaller(
  core: Core & { requestsByCaller: RateLimiter; requestRecorder: RequestRecorder },
): Hooks {
  return {
    onRequest: [nameChange(core), findCallerOf(core)],
    preHandler: [refuseClosedChange(core), takeTurn(core)],
    onSend: [
      (request, _, payload) => {
        endTurn(request);
        return payload;
      },
    ],
    onResponse: [endTurn, noteRequest(core)],
  };
}

/**
 * The further hook of requests of our pages without a session, whose check would refuse other
 * sites.
 */
export function requestOfOwnPage({ base_url }: { base_url: string }): Hooks {
  return { onRequest: [(request) => refuseCrossSite(request, base_url)] };
}
