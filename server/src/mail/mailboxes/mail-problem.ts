import type { MAIL_PROBLEMS } from '@rapport/contract/mailboxes';

/** Why a mail server could not be used. `detail` has its own words, or what to do. */
export type MailProblem = { code: (typeof MAIL_PROBLEMS)[number]; detail: string };

export function isMailProblem(value: object): value is MailProblem {
  return 'code' in value && 'detail' in value;
}

/** The longest answer of a server that anybody reads. */
const WORDS_MAX = 300;

/** An answer of a mail server as one line of text. */
export function wordsOf(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, WORDS_MAX);
}

type ServerError = Error & {
  code?: string;
  /** The code beneath the one of the library. */
  originalCode?: string;
  authenticationFailed?: boolean;
  responseText?: string;
  serverResponseCode?: string;
  responseStatus?: string;
  response?: string;
  responseCode?: number;
  severity?: string;
};

/** What a sign-in is refused with for a while only (RFC 5530 §3). */
const FOR_A_WHILE = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'CONTACTADMIN'];

/** What an error of a connection to a mail server says; null: it is a fault of ours. */
export function problemOf(error: unknown): MailProblem | null {
  const failed = error as ServerError;
  // PostgreSQL has codes, too.
  if (!(error instanceof Error) || failed.severity !== undefined) return null;
  const words = wordsOf(failed.responseText ?? failed.response ?? failed.message);
  // Of a server that knows no tokens. The library has no code for it.
  if (failed.message === 'Unsupported authentication mechanism') return { code: 'refused', detail: words };
  if (failed.authenticationFailed === true || failed.code === 'EAUTH') {
    const isForAWhile =
      FOR_A_WHILE.includes(failed.serverResponseCode ?? '') ||
      (failed.responseCode !== undefined && failed.responseCode < 500);
    return { code: isForAWhile ? 'unreachable' : 'refused', detail: words };
  }
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_VERIFY/.test(`${failed.code} ${failed.originalCode}`))
    return { code: 'certificate', detail: words };
  const isConnection = failed.code !== undefined || failed.responseStatus !== undefined;
  return isConnection ? { code: 'unreachable', detail: words } : null;
}
