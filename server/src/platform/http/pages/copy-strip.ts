import type { AnswerHook } from '../server/hooks.ts';

const STRIP = '<p class="copy-strip">A copy: it sends no mails or webhooks</p>';

/** Has each page of a copy say so at its top, so that nobody takes it for the original. */
export const showThatItIsACopy: AnswerHook = (_request, reply, payload) => {
  const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html');
  if (!isPage || typeof payload !== 'string') return payload;
  return payload.replace(/<body[^>]*>/, (body) => body + STRIP);
};
