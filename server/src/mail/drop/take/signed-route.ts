import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Core } from '../../../platform/core.ts';
import { RateLimiter } from '../../../platform/http/api/rate-limit.ts';
import { FailureLimiter } from '../../../platform/limits/failure-limiter.ts';
import { fieldsInvalid, Problem } from '../../../platform/problem.ts';
import { MAIL_MAX_BYTES } from '../../mailboxes/connection.ts';
import { SpareReader } from '../../reading/spare-reader.ts';
import type { MailDrop } from '../core.ts';
import { type Box, findBox, takeMail } from './actions.ts';

const RFC822 = 'message/rfc822';

/** As for webhooks: enough for a clock that is wrong, too little for a replay. */
const TOLERANCE_S = 5 * 60;

/** Whoever hands over mail with a wrong signature is no mail server of ours. */
const UNSIGNED_MAX = 20;
/** Mail servers pass on what is sent to names that they do not know. */
const WRONG_MAX = 1_000;
/** A person forwards a day's mail at once, and no more. */
const MAILS_MAX = 120;
const WINDOW_S = 10 * 60;

type SignedCore = Core & { mail_drop: MailDrop & { key: string } };

/**
 * Takes mail that the mail server of the operator hands over. The signature covers the time, the
 * receiver and the hash of the body, so that a stranger's body is never read.
 */
export async function signedRoute(app: FastifyInstance, core: SignedCore): Promise<void> {
  const gate = new Gate(core);
  const readers = new SpareReader();
  app.addHook('onClose', () => readers.close());
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      RFC822,
      { parseAs: 'buffer', bodyLimit: MAIL_MAX_BYTES },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    scope.post(
      '/mail-drop',
      {
        schema: { hide: true },
        onRequest: async (request, reply) => {
          const refusal = await gate.open(request);
          return refusal instanceof Problem ? reply.send(refusal) : undefined;
        },
      },
      async (request, reply) => {
        const box = await gate.open(request, { isAgain: true });
        if (box instanceof Problem) return box;
        const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
        if (createHash('sha256').update(bytes).digest('hex') !== request.headers['x-content-sha256'])
          return otherBody();
        const outcome = await readers.with((reader) => takeMail(core, box, bytes, reader));
        return outcome === null ? unknownAddress() : reply.code(204).send();
      },
    );
  });
}

/** Says whom a request is for, or why it is not let in. */
class Gate {
  readonly #core: SignedCore;
  readonly #unsigned: FailureLimiter;
  readonly #wrong: FailureLimiter;
  readonly #mails: RateLimiter;

  constructor(core: SignedCore) {
    this.#core = core;
    this.#unsigned = new FailureLimiter(UNSIGNED_MAX, WINDOW_S * 1000, core.clock);
    this.#wrong = new FailureLimiter(WRONG_MAX, WINDOW_S * 1000, core.clock);
    this.#mails = new RateLimiter(MAILS_MAX, core.clock, WINDOW_S);
  }

  async open({ headers, ip }: FastifyRequest, { isAgain = false } = {}): Promise<Box | Problem> {
    // Asked first: behind a proxy the mail server has the network address of whoever guesses.
    if (!this.#isSigned(headers)) {
      const wait_s = this.#unsigned.wait_s(ip);
      if (wait_s > 0) return tooMany(wait_s);
      this.#unsigned.noteFailure(ip);
      return unsigned();
    }
    const box = await findBox(this.#core, String(headers['x-original-to']));
    if (box === null) {
      const wrong_s = this.#wrong.wait_s(ip);
      if (wrong_s > 0) return tooMany(wrong_s);
      this.#wrong.noteFailure(ip);
      return unknownAddress();
    }
    if (isAgain) return box;
    const rate = this.#mails.take(box.uuid);
    return rate.allowed ? box : tooMany(Number(rate.headers['retry-after']));
  }

  #isSigned(headers: IncomingHttpHeaders): boolean {
    const [time, receiver, sha256, signature] = NAMES.map((name) => String(headers[name] ?? ''));
    const age_s = this.#core.clock.now().getTime() / 1000 - Number(time);
    if (!/^\d{1,12}$/.test(time!) || Math.abs(age_s) > TOLERANCE_S) return false;
    if (!/^[0-9a-f]{64}$/.test(signature!)) return false;
    const message = `${time}.${receiver}.${sha256}`;
    const expected = createHmac('sha256', this.#core.mail_drop.key).update(message).digest();
    return timingSafeEqual(expected, Buffer.from(signature!, 'hex'));
  }
}

const NAMES = ['x-timestamp', 'x-original-to', 'x-content-sha256', 'x-signature'];

function unsigned(): Problem {
  const detail =
    'The signature is missing, wrong, or older than five minutes. X-Signature is the HMAC-SHA256, in lowercase hex, of ' +
    '"X-Timestamp.X-Original-To.X-Content-Sha256" with RAPPORT_MAIL_DROP_KEY.';
  return new Problem('credentials_missing', detail);
}

/** Says the same of every address that takes no mail. */
function unknownAddress(): Problem {
  return new Problem('not_found', 'No mail is taken for this address.');
}

function otherBody(): Problem {
  const detail = 'The body is another than the one that was signed: X-Content-Sha256 is not its SHA-256.';
  return fieldsInvalid({ pointer: '', code: 'wrong_value', detail });
}

function tooMany(wait_s: number): Problem {
  const detail = `Too much mail has come. Wait ${wait_s} s, then hand it over again.`;
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(wait_s) } });
}
