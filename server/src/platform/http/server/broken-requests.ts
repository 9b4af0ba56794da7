import { randomUUIDv7 } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import { dropRest } from './lingering-close.ts';
import { brokenEscape } from './odd-requests.ts';
import { problemDocument } from './problem-reply.ts';

/**
 * Requests that are refused before there is a route for them: hooks and handlers of the server
 * never see these.
 */

/** Answers an address that the router cannot read. */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const problem =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? new Problem('not_found', 'A part of the address is longer than any identifier. Check the address.')
      : brokenEscape();
  const document = problemDocument(problem, request.id);
  reply
    .code(document.status)
    .headers({ 'x-request-id': request.id, 'content-type': 'application/problem+json' })
    // As bytes: to a text Fastify adds a charset, which this media type does not have.
    .send(Buffer.from(JSON.stringify(document)));
}

/**
 * What is not even HTTP has no request to answer: the document is written onto the socket, which is
 * then closed.
 */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  // The answer to an earlier request is under way on this connection: ours would become a part of
  // it.
  const answering = (socket as WithAnswer)._httpMessage?.headersSent;
  if (!socket.writable || answering || error.code === 'ECONNRESET') return void socket.destroy();
  endWith(socket, explain(error.code));
}

/**
 * Node hangs the answer under way on the connection, and asks it the same where nobody else answers
 * broken requests.
 */
type WithAnswer = Socket & { _httpMessage?: ServerResponse | null };

/**
 * Writes the answer and closes the connection; nothing that still comes on it is read as a request.
 */
function endWith(socket: Socket, problem: Problem): void {
  socket.end(answerText(problem));
  // The parser of requests.
  socket.removeAllListeners('data');
  dropRest(socket, () => socket.destroy());
}

function answerText(problem: Problem): string {
  const request_id = randomUUIDv7();
  const document = problemDocument(problem, request_id);
  const body = JSON.stringify(document);
  const head = [
    `HTTP/1.1 ${document.status} ${document.title}`,
    ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${request_id}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function explain(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(
        'headers_too_large',
        'The address and the headers have more than 16 KiB together. Send less in them.',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request did not arrive whole in time. Send it again.');
    default:
      return new Problem(
        'header_invalid',
        'This is not a request of HTTP/1.1. Check the request line and the headers.',
      );
  }
}
