import { type Language, languageOf } from '@rapport/contract/languages';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { withoutTokens } from '../../secrets/mask.ts';
import { changeUuidOf, namesChange } from './change-uuid.ts';

/** The origin of a request whose caller is not known yet, for the audit log and the rate limits. */
export type RequestOrigin = {
  request_id: string;
  /** The change that the request is a part of; see `change-uuid.ts`. */
  change_uuid: string;
  /** True when the request named it itself. */
  joins_change?: boolean;
  address: string;
  user_agent?: string;
  /** The language that the browser asks for. */
  language?: Language;
};

/** An IPv6 host gets a network of at least 64 bits and may use any address in it (RFC 6177 §2). */
const IPV6_NETWORK_GROUPS = 4;

export function requestOriginOf(request: FastifyRequest): RequestOrigin {
  return {
    request_id: request.id,
    change_uuid: changeUuidOf(request),
    ...(namesChange(request) && { joins_change: true }),
    address: request.ip,
    user_agent: agentOf(request),
    language: languageOf(request.headers['accept-language']),
  };
}

/** What the program calls itself, as it is kept: without a token that got into it. */
export function agentOf({ headers }: FastifyRequest): string | undefined {
  const agent = headers['user-agent'];
  return agent && withoutTokens(agent);
}

/** The host that limits count: the address, or for IPv6 the /64 network. */
export function hostOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, IPV6_NETWORK_GROUPS), 0, 0, 0, 0])}/64`;
}
