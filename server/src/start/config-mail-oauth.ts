import type { MailProvider } from '../mail/mailboxes/provider.ts';
import { isLoopback } from '../webhooks/guard/addresses.ts';

/** At whom the mailboxes of Users may sign in by OAuth, as the operator says. */
export function readMailProviders(environment: NodeJS.ProcessEnv, faults: string[]): MailProvider[] {
  const google = readClient('GOOGLE', environment, faults);
  const microsoft = readClient('MICROSOFT', environment, faults);
  const issuer = readIssuer(environment, faults);
  const tenant = environment.RAPPORT_MAIL_MICROSOFT_TENANT || 'common';
  if (!/^[\w.-]{1,253}$/.test(tenant))
    faults.push(
      `RAPPORT_MAIL_MICROSOFT_TENANT is "${tenant}". It must be the id or the domain of a tenant, such as contoso.onmicrosoft.com.`,
    );
  return [
    ...(google ? [{ ...GOOGLE, ...google }] : []),
    ...(microsoft ? [{ ...microsoftOf(tenant), ...microsoft }] : []),
    ...(issuer ? [issuer] : []),
  ];
}

type Client = { client_id: string; client_secret: string };

const GOOGLE = {
  key: 'google' as const,
  name: 'Google',
  scope: 'https://mail.google.com/',
  endpoints: {
    authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
  },
  issuer: 'https://accounts.google.com',
  // Else it gives no refresh token, or gives one the first time alone.
  asks: { access_type: 'offline', prompt: 'consent' },
  imap: { host: 'imap.gmail.com', port: 993, security: 'tls' as const },
  smtp: { host: 'smtp.gmail.com', port: 465, security: 'tls' as const },
};

const microsoftOf = (tenant: string) => ({
  key: 'microsoft' as const,
  name: 'Microsoft',
  scope:
    'https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access',
  endpoints: {
    authorization: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/authorize`,
    token: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
  },
  // It names another one for each tenant.
  issuer: null,
  asks: {},
  imap: { host: 'outlook.office365.com', port: 993, security: 'tls' as const },
  smtp: { host: 'smtp.office365.com', port: 587, security: 'starttls' as const },
});

/** An application that the operator has registered; null: none. */
function readClient(of: string, environment: NodeJS.ProcessEnv, faults: string[]): Client | null {
  const [id, secret] = [`RAPPORT_MAIL_${of}_CLIENT_ID`, `RAPPORT_MAIL_${of}_CLIENT_SECRET`];
  const [client_id, client_secret] = [environment[id], environment[secret]];
  if (client_id && client_secret) return { client_id, client_secret };
  if (client_id || client_secret)
    faults.push(
      `${client_id ? id : secret} is set without ${client_id ? secret : id}. Set both, as the provider shows them.`,
    );
  return null;
}

const OF_ISSUER = ['NAME', 'CLIENT_ID', 'CLIENT_SECRET', 'SCOPE', 'IMAP', 'SMTP'];

function readIssuer(environment: NodeJS.ProcessEnv, faults: string[]): MailProvider | null {
  const issuer = environment.RAPPORT_MAIL_ISSUER;
  const of = (name: string) => environment[`RAPPORT_MAIL_ISSUER_${name}`];
  if (!issuer) {
    for (const name of OF_ISSUER)
      if (of(name))
        faults.push(
          `RAPPORT_MAIL_ISSUER_${name} is set without RAPPORT_MAIL_ISSUER, the address of the issuer.`,
        );
    return null;
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isHere = url !== null && (isLoopback(url.hostname) || url.hostname === 'localhost');
  if (!url || (url.protocol !== 'https:' && !isHere) || url.search || url.hash)
    faults.push(
      `RAPPORT_MAIL_ISSUER is "${issuer}". It must be an address with https, such as https://id.example.com.`,
    );
  const client = readClient('ISSUER', environment, faults);
  const imap = readServer('IMAP', of('IMAP'), { tls: 993, starttls: 143 }, faults);
  const smtp = readServer('SMTP', of('SMTP'), { tls: 465, starttls: 587 }, faults);
  if (!client || !imap) {
    faults.push('RAPPORT_MAIL_ISSUER needs RAPPORT_MAIL_ISSUER_CLIENT_ID, _CLIENT_SECRET and _IMAP as well.');
    return null;
  }
  const name = of('NAME') || url?.hostname || issuer;
  const scope = of('SCOPE') || 'openid offline_access';
  // Without consent an issuer gives no access for longer (OpenID Connect Core §11).
  const asks = { prompt: 'consent' };
  return { key: 'issuer', name, ...client, scope, endpoints: null, issuer, asks, imap, smtp };
}

/** `imaps://host` is TLS from the first byte, `imap://host` is STARTTLS; null: none, or a fault. */
function readServer(
  of: 'IMAP' | 'SMTP',
  text: string | undefined,
  ports: { tls: number; starttls: number },
  faults: string[],
): MailProvider['smtp'] {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const scheme = of.toLowerCase();
  const isTls = url?.protocol === `${scheme}s:`;
  const isPlain = url?.pathname === '' && !url.username && !url.password && !url.search;
  if (!url?.hostname || !isPlain || (!isTls && url.protocol !== `${scheme}:`)) {
    faults.push(
      `RAPPORT_MAIL_ISSUER_${of} is "${text}". It must be a mail server, such as ${scheme}s://mail.example.com.`,
    );
    return null;
  }
  const isHere = isLoopback(url.hostname) || url.hostname === 'localhost';
  const security = isTls ? 'tls' : isHere ? 'none' : 'starttls';
  return { host: url.hostname, port: Number(url.port) || ports[isTls ? 'tls' : 'starttls'], security };
}
