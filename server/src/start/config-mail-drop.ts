import { SECRET_KEY_MIN_LENGTH } from '../platform/secrets/secret-key.ts';
import { isLoopback } from '../webhooks/guard/addresses.ts';

export type MailDropSettings = {
  domain: string;
  key: string | null;
  authserv_id: string | null;
  imap: {
    host: string;
    port: number;
    security: 'tls' | 'starttls' | 'none';
    username: string;
    password: string;
    path: string;
  } | null;
};

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/;

/** What the operator says of secret addresses for mail; null: there are none. */
export function readMailDrop(environment: NodeJS.ProcessEnv, faults: string[]): MailDropSettings | null {
  const { RAPPORT_MAIL_DROP_DOMAIN, RAPPORT_MAIL_DROP_KEY: key, RAPPORT_MAIL_DROP_TRUSTS } = environment;
  const domain = RAPPORT_MAIL_DROP_DOMAIN?.toLowerCase();
  const authserv_id = RAPPORT_MAIL_DROP_TRUSTS?.toLowerCase();
  if (!domain) {
    for (const name of ['RAPPORT_MAIL_DROP_KEY', 'RAPPORT_MAIL_DROP_TRUSTS', 'RAPPORT_MAIL_DROP_IMAP'])
      if (environment[name])
        faults.push(`${name} is set without RAPPORT_MAIL_DROP_DOMAIN, the domain of the secret addresses.`);
    return null;
  }
  if (!HOST_NAME.test(domain))
    faults.push(
      `RAPPORT_MAIL_DROP_DOMAIN is "${domain}". It must be what stands behind the @, for example drop.example.com.`,
    );
  if (key && key.length < SECRET_KEY_MIN_LENGTH)
    faults.push(
      `RAPPORT_MAIL_DROP_KEY has ${key.length} characters and needs at least ${SECRET_KEY_MIN_LENGTH}. Make one with: openssl rand -hex 32`,
    );
  if (authserv_id && !/^[a-z0-9._-]{1,253}$/.test(authserv_id))
    faults.push(
      `RAPPORT_MAIL_DROP_TRUSTS is "${authserv_id}". It must be the first word of the Authentication-Results that your mail server writes, for example mx.example.com.`,
    );
  const imap = readDropFolder(environment.RAPPORT_MAIL_DROP_IMAP, faults);
  return { domain, key: key || null, authserv_id: authserv_id || null, imap };
}

/** The folder of a mail server, with name and password, which no message repeats. */
function readDropFolder(text: string | undefined, faults: string[]): MailDropSettings['imap'] {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const [username = '', password = '', path = ''] = url
    ? [url.username, url.password, url.pathname.slice(1)].map(decoded)
    : [];
  const isTls = url?.protocol === 'imaps:';
  if (!url?.hostname || !/^imaps?:$/.test(url.protocol) || !username || !password || url.search) {
    faults.push(
      'RAPPORT_MAIL_DROP_IMAP must be the address of a folder with name and password, for example imaps://drop:password@mail.example.com/INBOX. Write @ in the name as %40.',
    );
    return null;
  }
  const isHere = isLoopback(url.hostname) || url.hostname === 'localhost';
  const security = isTls ? ('tls' as const) : isHere ? ('none' as const) : ('starttls' as const);
  const port = Number(url.port) || (isTls ? 993 : 143);
  return { host: url.hostname, port, security, username, password, path: path || 'INBOX' };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
