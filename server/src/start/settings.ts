import { SCHEDULE_DEFAULT } from '../webhooks/queue/policy.ts';
import { PORT_DEFAULT } from './config-addresses.ts';

/** The longest file, if nobody says otherwise. */
export const FILE_MAX_DEFAULT = '25MiB';

/** A setting of the operator: an environment variable, its default, and what it is for. */
export type Setting = {
  name: string;
  /** The default as the operator would write it; null: there is none. */
  value: string | null;
  /** The behaviour when the setting is missing and has no default. */
  without?: string;
  about: string;
};

/**
 * All settings that `readConfig` reads, by subject. `npm run settings` makes
 * docs/operate/settings.md from them.
 */
export const SETTINGS: Record<string, Setting[]> = {
  'Where it listens': [
    { name: 'PORT', value: String(PORT_DEFAULT), about: 'The port.' },
    { name: 'HOST', value: '127.0.0.1', about: 'The address of this machine. `0.0.0.0` is all of them.' },
    {
      name: 'RAPPORT_BASE_URL',
      value: `http://localhost:${PORT_DEFAULT}`,
      about:
        'The address that others use; https in production. Left out, it follows PORT. With a path, which a proxy takes off, ' +
        'the API and OAuth work, but not the pages. Webhooks reach this machine itself only while this is a loopback ' +
        'address and HOST is one, too, and with DATABASE_URL only when this is set.',
    },
  ],
  'Data and keys': [
    {
      name: 'RAPPORT_DATA_DIR',
      value: null,
      without: '`data` in the folder of Rapport; `~/.local/share/rapport` where npm has installed it',
      about: 'Database and keys, readable by their owner only. Back it up as a secret.',
    },
    {
      name: 'DATABASE_URL',
      value: null,
      without: 'the embedded database',
      about:
        'Any PostgreSQL from 15 on, directly and not through a pooler such as PgBouncer. A process keeps at most 23 ' +
        'connections, and sets limits of its own on each: 29 s for a statement, 15 s for a transaction in which nothing ' +
        'happens. For TLS end it in `?sslmode=verify-full`, and `&sslrootcert=/path/ca.pem` for a certificate authority ' +
        'of your own. `sslmode=no-verify` encrypts without checking who answers; `sslmode=require` is `verify-full` here, ' +
        'with a warning of the library.',
    },
    {
      name: 'RAPPORT_SECRET_KEY',
      value: null,
      without: 'made and kept in the data folder',
      about: 'Encrypts signing secrets. Required with DATABASE_URL.',
    },
    {
      name: 'RAPPORT_COPY',
      value: 'off',
      about:
        '`on`: this is a copy of a Rapport, made otherwise than by `rapport restore --as-copy`. It sends no webhooks (they ' +
        'end as not sent), writes mails to files, reads no mailbox, changes no bucket, reminds nobody, and says so on each page. Set it for every process.',
    },
  ],
  Webhooks: [
    {
      name: 'RAPPORT_WEBHOOK_ALLOWED_TARGETS',
      value: null,
      without: 'none',
      about:
        'Private receivers that webhooks may reach: hosts, CIDRs, `host:port`, with commas between them. List names of ' +
        'the hosts file one by one. Other names are resolved by DNS; the machine is asked only where a network is ' +
        'opened, the name can be local (one word, `.lan`, `.internal`) and DNS has none.',
    },
    {
      name: 'RAPPORT_WEBHOOK_SCHEDULE',
      value: SCHEDULE_DEFAULT,
      about: 'The waits before the attempts; the first is 0s.',
    },
  ],
  'Tokens and limits': [
    {
      name: 'RAPPORT_RATE_LIMIT',
      value: '100',
      about:
        'Requests per 10 s and token, or grant of an application: all its tokens for a User together. A browser session has four times as many. 0 is off. Whatever ' +
        'it is, 3 requests of a User are worked on at a time in each process (8 that read a single record), and up to 200 wait.',
    },
    { name: 'RAPPORT_ACCESS_TOKEN_LIFETIME', value: '1h', about: 'How long an OAuth access token works.' },
    {
      name: 'RAPPORT_REFRESH_TOKEN_LIFETIME',
      value: '6mo',
      about: 'How long a refresh token works; `6mo` are calendar months.',
    },
    { name: 'RAPPORT_CODE_LIFETIME', value: '60s', about: 'How long an authorization code works.' },
    {
      name: 'RAPPORT_GRANT_LIFETIME',
      value: null,
      without: 'no end',
      about:
        'After this time, such as `12mo`, a User must authorize an application again, however often it refreshes.',
    },
    {
      name: 'RAPPORT_REVOKE_ON_PASSWORD_CHANGE',
      value: 'off',
      about:
        '`on`: each new password ends the personal access tokens of the User and disconnects their applications. One set by ' +
        'a mailed link does so anyway, unless the User wants to keep them.',
    },
  ],
  Files: [
    {
      name: 'RAPPORT_FILE_MAX',
      value: FILE_MAX_DEFAULT,
      about:
        'The longest file that is kept with records, from `1MiB` to `2GiB`. A proxy in front must let as much through in one ' +
        'request. All files of an Account together have at most 10 GiB.',
    },
    {
      name: 'RAPPORT_FILES',
      value: null,
      without: 'files lie in the database',
      about:
        'A bucket that speaks S3, with its region, to which workers move files: ' +
        '`s3://s3.eu-central-1.amazonaws.com/our-files?region=eu-central-1` (`s3+http://` without TLS). Set it for every process and command. Backups do not have what lies there.',
    },
    {
      name: 'AWS_ACCESS_KEY_ID',
      value: null,
      without: 'none',
      about: 'The key of that bucket. It is read with RAPPORT_FILES alone.',
    },
    {
      name: 'AWS_SECRET_ACCESS_KEY',
      value: null,
      without: 'none',
      about: 'The secret of that key, which may get, put and delete objects of the bucket.',
    },
    {
      name: 'RAPPORT_FILE_SCANNER',
      value: null,
      without: 'no file is looked through',
      about:
        'A clamd that looks through each file before anybody gets it, such as `clamd://localhost:3310`. What it finds something ' +
        'in is refused; while it is away, files wait. Set its `StreamMaxLength` to at least RAPPORT_FILE_MAX, and this for every ' +
        'process.',
    },
  ],
  Assistants: [
    {
      name: 'RAPPORT_MCP',
      value: 'off',
      about:
        '`on`: assistants connect at `/mcp` of the base URL (Model Context Protocol), with a personal access token or as a ' +
        'registered application, and do what their User may and the token says. An owner can shut their Account to them. ' +
        'Set it for every process that answers the API. The first request takes about 25 MB of memory.',
    },
    {
      name: 'RAPPORT_OAUTH_CLIENT_DOCUMENTS',
      value: null,
      without: 'only applications that you registered',
      about:
        'Hosts, with commas between them, such as `claude.ai`: an application whose `client_id` is the address of a document ' +
        'there may ask Users for access without being registered and without a secret, but with PKCE. The page of consent ' +
        'shows the host. The document is read through the guard of webhooks, at least once a day.',
    },
  ],
  Mails: [
    {
      name: 'SMTP_URL',
      value: null,
      without: 'mails are files in `mails/` of the data folder',
      about:
        'The mail server for invitations and password links, such as `smtps://user:password@mail.example.com`. Workers ' +
        'send the warnings, so set it for them, too.',
    },
    {
      name: 'RAPPORT_MAIL_FROM',
      value: null,
      without: 'no-reply@ the host of RAPPORT_BASE_URL',
      about: 'The address that mails come from. Many mail servers take only some.',
    },
    {
      name: 'RAPPORT_MAIL_ALLOWED_TARGETS',
      value: null,
      without: 'public mail servers only',
      about:
        'Mail servers in private networks that Users may connect mailboxes of, written as for webhooks: `mail.lan`, ' +
        '`10.0.0.5:993`. Only these may have other ports than 993, 143, 465 and 587, or no encryption. Set it for ' +
        'every process.',
    },
    {
      name: 'RAPPORT_MAIL_GOOGLE_CLIENT_ID',
      value: null,
      without: 'no mailbox signs in at Google',
      about:
        'The application that you registered at Google, so that Users sign in there with their mailbox instead of giving a password. ' +
        'docs/operate/mail.md says what to register. Set both for every process.',
    },
    {
      name: 'RAPPORT_MAIL_GOOGLE_CLIENT_SECRET',
      value: null,
      without: 'no mailbox signs in at Google',
      about: 'Its secret.',
    },
    {
      name: 'RAPPORT_MAIL_MICROSOFT_CLIENT_ID',
      value: null,
      without: 'no mailbox signs in at Microsoft',
      about: 'The same for Microsoft 365 and Outlook. Set both for every process.',
    },
    {
      name: 'RAPPORT_MAIL_MICROSOFT_CLIENT_SECRET',
      value: null,
      without: 'no mailbox signs in at Microsoft',
      about: 'Its secret, which Microsoft ends after two years at the latest.',
    },
    {
      name: 'RAPPORT_MAIL_MICROSOFT_TENANT',
      value: null,
      without: 'all tenants (`common`)',
      about: 'The tenant, where the application is registered for that alone.',
    },
    {
      name: 'RAPPORT_MAIL_ISSUER',
      value: null,
      without: 'no other issuer',
      about:
        'An issuer of your own, such as `https://id.example.com`, whose `/.well-known/openid-configuration` says where it is asked. ' +
        'It must take PKCE and give refresh tokens, and the mail server must take its access tokens. Set these for every process.',
    },
    {
      name: 'RAPPORT_MAIL_ISSUER_NAME',
      value: null,
      without: 'the host of the issuer',
      about: 'What the button calls it: "Sign in with NAME".',
    },
    {
      name: 'RAPPORT_MAIL_ISSUER_CLIENT_ID',
      value: null,
      without: 'needed with an issuer',
      about: 'The client that you registered there.',
    },
    {
      name: 'RAPPORT_MAIL_ISSUER_CLIENT_SECRET',
      value: null,
      without: 'needed with an issuer',
      about: 'Its secret.',
    },
    {
      name: 'RAPPORT_MAIL_ISSUER_SCOPE',
      value: null,
      without: '`openid offline_access`',
      about: 'What is asked for.',
    },
    {
      name: 'RAPPORT_MAIL_ISSUER_IMAP',
      value: null,
      without: 'needed with an issuer',
      about: 'The server of these mailboxes, such as `imaps://mail.example.com`; `imap://` is STARTTLS.',
    },
    {
      name: 'RAPPORT_MAIL_ISSUER_SMTP',
      value: null,
      without: 'these mailboxes send nothing',
      about: 'Where they send, such as `smtps://mail.example.com`; `smtp://` is STARTTLS.',
    },
    {
      name: 'RAPPORT_MAIL_DROP_DOMAIN',
      value: null,
      without: 'no secret addresses',
      about:
        'The domain of secret addresses of Users, such as `drop.example.com`: what they send there in Bcc, or forward, is kept ' +
        'with its people. Your mail server must take mail for it and hand it over; docs/operate/mail.md says how.',
    },
    {
      name: 'RAPPORT_MAIL_DROP_KEY',
      value: null,
      without: 'no mail is taken so',
      about:
        'Signs the mails that your mail server hands over at `/mail-drop`. At least 32 characters: `openssl rand -hex 32`.',
    },
    {
      name: 'RAPPORT_MAIL_DROP_IMAP',
      value: null,
      without: 'no folder is read',
      about:
        'A folder in which your mail server gathers mail for that domain, such as `imaps://drop:password@mail.example.com/INBOX`; ' +
        '`imap://` is STARTTLS, and without encryption on this machine alone. It is read every minute, and nothing is changed in it. ' +
        'Set it for every worker.',
    },
    {
      name: 'RAPPORT_MAIL_DROP_TRUSTS',
      value: null,
      without: 'nobody is trusted, and each such mail waits until its User keeps it',
      about:
        'The name with which your mail server begins its Authentication-Results, such as `mx.example.com`. The topmost is ' +
        'believed if it has this name, so the server must remove those that others have written with it.',
    },
  ],
  Watching: [
    {
      name: 'LOG_LEVEL',
      value: 'info',
      about:
        'JSON lines on standard output. The line of a request names the address of the client, the User and the token, ' +
        'grant or session, by uuid and never by a secret. These are personal data: keep logs only as long as you need ' +
        'them, or set `warn` to have no such lines. That leaves out the line of each failed webhook attempt, too, and with ' +
        'it `log_detail`: to which address a refused or silent receiver led, which is told nowhere else. Attempts that ' +
        'succeed have lines at `debug`.',
    },
    {
      name: 'RAPPORT_METRICS_PORT',
      value: null,
      without: '/metrics is part of the API',
      about:
        'A port of its own for `/metrics` (Prometheus), on HOST: requests, deliveries, the queue, mails, the process. ' +
        'Without it everybody who reaches the API reads the numbers, through a proxy, too, and a process with ' +
        '`--role worker`, which alone counts its attempts, shows none. A port that is taken does not stop ' +
        'the start: the log says so.',
    },
    {
      name: 'RAPPORT_METRICS_TOKEN',
      value: null,
      without: '/metrics needs no token',
      about:
        'The token that `/metrics` asks for, as `Authorization: Bearer …` (Prometheus: `authorization.credentials`). ' +
        'At least 16 characters.',
    },
    {
      name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      value: null,
      without: 'no traces',
      about:
        'A collector that gets traces (OTLP over HTTP), such as http://localhost:4318, without a password in the address. ' +
        'What it does not take in time is dropped.',
    },
    {
      name: 'OTEL_EXPORTER_OTLP_HEADERS',
      value: null,
      without: 'none',
      about:
        'Headers for that collector, such as `x-api-key=abc`; several with commas between them, special characters as %XX.',
    },
  ],
};

/**
 * All names that begin with RAPPORT_. Another such name is misspelt, and is refused instead of
 * ignored.
 */
export const SETTING_NAMES = Object.values(SETTINGS)
  .flat()
  .map(({ name }) => name);

export const OWN_NAMES = SETTING_NAMES.filter((name) => name.startsWith('RAPPORT_'));

/** Makes the text of docs/operate/settings.md. */
export function settingsPage(): string {
  const sections = Object.entries(SETTINGS).map(([subject, settings]) => {
    const rows = settings.map(
      ({ name, value, without, about }) =>
        `| \`${name}\` | ${value === null ? without : `\`${value}\``} | ${about} |`,
    );
    return [`## ${subject}`, '', '| Setting | Without it | |', '|---|---|---|', ...rows, ''].join('\n');
  });
  return [HEAD, ...sections].join('\n');
}

const HEAD = `# Settings

All are environment variables. A wrong one stops the start (exit code 2) with a sentence that says what is allowed, as
does a name that begins with \`RAPPORT_\` and is not here. \`npx rapport doctor\` checks them.

This page is made from \`server/src/start/settings.ts\`: change that, then run \`npm run settings\`.
`;
