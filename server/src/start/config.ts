import { homedir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import type { ObjectStoreSettings } from '../files/objects.ts';
import type { MailProvider } from '../mail/mailboxes/provider.ts';
import { LIFETIMES_DEFAULT, type OAuthLifetimes } from '../oauth/core.ts';
import { SECRET_KEY_MIN_LENGTH } from '../platform/secrets/secret-key.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { parseDuration_ms } from '../platform/time/durations.ts';
import { addLifetime, type Lifetime, parseLifetime } from '../platform/time/lifetimes.ts';
import { isLoopback } from '../webhooks/guard/addresses.ts';
import { type AllowedTargets, parseAllowedTargets } from '../webhooks/guard/allowed-targets.ts';
import { SCHEDULE_DEFAULT } from '../webhooks/queue/policy.ts';
import {
  PORT_DEFAULT,
  readBaseUrl,
  readDatabaseUrl,
  readMailFrom,
  readOtlpEndpoint,
  readOtlpHeaders,
  readSmtpUrl,
} from './config-addresses.ts';
import { type MailDropSettings, readMailDrop } from './config-mail-drop.ts';
import { readMailProviders } from './config-mail-oauth.ts';
import { FILE_MAX_DEFAULT, OWN_NAMES } from './settings.ts';

/** The operator's settings, after all checks. */
export type Config = {
  port: number;
  host: string;
  /** True when webhooks may go to this machine itself: only while nobody else can reach us. */
  loopback_targets: boolean;
  base_url: string;
  data_dir: string;
  /** Null: the embedded database in the data folder. */
  database_url: string | null;
  /** Null: a key is made and kept in the data folder. */
  secret_key: string | null;
  allowed_targets: AllowedTargets;
  /** The mail servers in private networks that Users may connect mailboxes of. */
  mail_allowed_targets: AllowedTargets;
  /** Mail that comes by secret addresses; null: there are none. */
  mail_drop: MailDropSettings | null;
  /** At whom mailboxes of Users may sign in by OAuth. */
  mail_providers: MailProvider[];
  schedule_ms: number[];
  /** The requests allowed in ten seconds for each token; 0: no limit. */
  rate_limit: number;
  lifetimes: OAuthLifetimes;
  /** True when each new password ends the applications and personal access tokens of its User. */
  revoke_on_password_change: boolean;
  /** The longest file that is kept with records. */
  file_max_bytes: number;
  /** The storage elsewhere for files; null: they lie in the database. */
  file_storage: ObjectStoreSettings | null;
  /** The scanner that looks through files; null: none does. */
  file_scanner: { host: string; port: number } | null;
  /** True when assistants may connect at /mcp. */
  mcp: boolean;
  /** The hosts whose documents stand for the registration of an application. */
  client_document_hosts: readonly string[];
  log_level: string;
  /** The separate port for /metrics; null: the API serves it. */
  metrics_port: number | null;
  /** The bearer token for /metrics; null: it needs none. */
  metrics_token: string | null;
  /** The address to which traces are sent (OTLP over HTTP); null: no traces. */
  otlp_endpoint: string | null;
  /** Headers sent with traces, such as the key of the collector. */
  otlp_headers: Record<string, string>;
  /** Null: mails are written into the data folder. */
  smtp_url: string | null;
  /** The sender of mails; null: no-reply@ and the host of the base URL. */
  mail_from: string | null;
  /** True when this is a copy, whatever the database says. */
  copy: boolean;
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const SCHEDULE_WAITS_MAX = 30;
const SCHEDULE_WAIT_MAX_MS = 7 * 86_400_000;
/** Well below the 30 days of the log, so that all attempts of a delivery can be read together. */
const SCHEDULE_TOTAL_MAX_MS = 20 * 86_400_000;

/**
 * Settings of the commands for integrators. They are no settings of the server, but may be set
 * where it runs.
 */
const NAMES_ELSEWHERE = ['RAPPORT_TOKEN'];

/**
 * Kubernetes gives every container variables named after its services. These come from a service
 * named "rapport".
 */
const OF_KUBERNETES = /^RAPPORT_(SERVICE_(HOST|PORT)|PORT)(_|$)/;

/**
 * The default data folder, independent of the working folder. It is beside the code. When npm
 * installed the code, and so may delete it, it is in the home folder.
 */
const DATA_DIR_DEFAULT = import.meta.dirname.includes(`${sep}node_modules${sep}`)
  ? join(homedir(), '.local/share/rapport')
  : join(import.meta.dirname, '../../../data');

type Environment = Record<string, string | undefined>;

/**
 * Reads the environment. A StartProblem names every wrong setting, its value and the allowed ones.
 */
export function readConfig(environment: Environment): Config | StartProblem {
  const faults: string[] = [];
  const port = readPort(environment.PORT, faults);
  const config: Config = {
    port,
    host: environment.HOST || '127.0.0.1',
    loopback_targets: mayReachLoopback(environment),
    base_url: readBaseUrl(environment.RAPPORT_BASE_URL, port, faults),
    data_dir: resolve(environment.RAPPORT_DATA_DIR || DATA_DIR_DEFAULT),
    database_url: readDatabaseUrl(environment.DATABASE_URL, faults),
    secret_key: readSecretKey(environment, faults),
    allowed_targets: readAllowedTargets('RAPPORT_WEBHOOK_ALLOWED_TARGETS', environment, faults),
    mail_allowed_targets: readAllowedTargets('RAPPORT_MAIL_ALLOWED_TARGETS', environment, faults),
    mail_drop: readMailDrop(environment, faults),
    mail_providers: readMailProviders(environment, faults),
    schedule_ms: readSchedule(environment.RAPPORT_WEBHOOK_SCHEDULE, faults),
    rate_limit: readRateLimit(environment.RAPPORT_RATE_LIMIT, faults),
    lifetimes: readLifetimes(environment, faults),
    revoke_on_password_change: readSwitch('RAPPORT_REVOKE_ON_PASSWORD_CHANGE', environment, faults),
    file_max_bytes: readFileMax(environment.RAPPORT_FILE_MAX, faults),
    file_storage: readStorage(environment, faults),
    file_scanner: readScanner(environment.RAPPORT_FILE_SCANNER, faults),
    mcp: readSwitch('RAPPORT_MCP', environment, faults),
    client_document_hosts: readHosts('RAPPORT_OAUTH_CLIENT_DOCUMENTS', environment, faults),
    log_level: readLogLevel(environment.LOG_LEVEL, faults),
    metrics_port: readMetricsPort(environment.RAPPORT_METRICS_PORT, port, faults),
    metrics_token: readMetricsToken(environment.RAPPORT_METRICS_TOKEN, faults),
    otlp_endpoint: readOtlpEndpoint(environment.OTEL_EXPORTER_OTLP_ENDPOINT, faults),
    otlp_headers: readOtlpHeaders(environment.OTEL_EXPORTER_OTLP_HEADERS, faults),
    smtp_url: readSmtpUrl(environment.SMTP_URL, faults),
    mail_from: readMailFrom(environment.RAPPORT_MAIL_FROM, faults),
    copy: readSwitch('RAPPORT_COPY', environment, faults),
  };
  for (const name of Object.keys(environment)) {
    if (
      name.startsWith('RAPPORT_') &&
      ![...OWN_NAMES, ...NAMES_ELSEWHERE].includes(name) &&
      !OF_KUBERNETES.test(name)
    ) {
      faults.push(`${name} is not a setting of Rapport. Its settings are ${OWN_NAMES.join(', ')}.`);
    }
  }
  return faults.length > 0 ? new StartProblem(faults.join('\n')) : config;
}

/**
 * True when webhooks may go to loopback. A base URL on loopback means somebody's own machine, but
 * it is also the default. So it counts only when we also listen on loopback. When other processes
 * may share the database, it must be set explicitly.
 */
function mayReachLoopback({ HOST, RAPPORT_BASE_URL, DATABASE_URL }: Environment): boolean {
  const listensOnLoopback = !HOST || HOST === 'localhost' || isLoopback(HOST);
  return listensOnLoopback && (!DATABASE_URL || Boolean(RAPPORT_BASE_URL));
}

function readPort(text: string | undefined, faults: string[]): number {
  const port = text === undefined || text === '' ? PORT_DEFAULT : Number(text);
  if (!/^\d*$/.test(text ?? '') || port > 65_535) {
    faults.push(
      `PORT is "${text}", which is not a number from 0 to 65535. Set a free port, for example PORT=3000.`,
    );
  }
  return port;
}

function readSecretKey(environment: Environment, faults: string[]): string | null {
  const text = environment.RAPPORT_SECRET_KEY;
  const make = 'Make one with: openssl rand -hex 32';
  if (!text && environment.DATABASE_URL) {
    faults.push(
      `RAPPORT_SECRET_KEY is missing. With DATABASE_URL all processes must share one key, or they cannot read signing secrets. ${make}`,
    );
  }
  if (text && text.length < SECRET_KEY_MIN_LENGTH) {
    faults.push(
      `RAPPORT_SECRET_KEY has ${text.length} characters and needs at least ${SECRET_KEY_MIN_LENGTH}. ${make}`,
    );
  }
  return text || null;
}

function readAllowedTargets(
  name: 'RAPPORT_WEBHOOK_ALLOWED_TARGETS' | 'RAPPORT_MAIL_ALLOWED_TARGETS',
  environment: NodeJS.ProcessEnv,
  faults: string[],
): AllowedTargets {
  const targets = parseAllowedTargets(environment[name] ?? '', name);
  if ('hosts' in targets) return targets;
  faults.push(...targets.errors);
  return { hosts: [], networks: [] };
}

function readSchedule(text: string | undefined, faults: string[]): number[] {
  const waits = (text || SCHEDULE_DEFAULT).split(',').map(parseDuration_ms);
  const sound = waits[0] === 0 && waits.every((wait) => wait !== undefined && wait <= SCHEDULE_WAIT_MAX_MS);
  const total_ms = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0);
  if (!sound || waits.length > SCHEDULE_WAITS_MAX || total_ms > SCHEDULE_TOTAL_MAX_MS) {
    faults.push(
      `RAPPORT_WEBHOOK_SCHEDULE is "${text}". It must be 1 to ${SCHEDULE_WAITS_MAX} waits before the attempts, ` +
        `the first 0s, each a whole number with ms, s, m, h or d and at most 7d, together at most 20d, for example ${SCHEDULE_DEFAULT}.`,
    );
  }
  return waits as number[];
}

function readRateLimit(text: string | undefined, faults: string[]): number {
  const limit = text ? Number(text) : 100;
  if (!/^\d*$/.test(text ?? '') || limit > 1_000_000) {
    faults.push(
      `RAPPORT_RATE_LIMIT is "${text}". It must be a number of requests per 10 s and token, or grant of an application, from 0 (off) to 1000000.`,
    );
  }
  return limit;
}

/** A longer file would hold a connection and the database for minutes. */
const FILE_MAX_MIB = 2048;

function readFileMax(text: string | undefined, faults: string[]): number {
  const [, digits, unit = ''] = /^(\d{1,6})(MiB|GiB)$/.exec(text || FILE_MAX_DEFAULT) ?? [];
  const mib = Number(digits) * (unit === 'GiB' ? 1024 : 1);
  if (!(mib >= 1 && mib <= FILE_MAX_MIB)) {
    faults.push(
      `RAPPORT_FILE_MAX is "${text}". It must be the length of the longest file, from 1MiB to 2GiB, for example RAPPORT_FILE_MAX=${FILE_MAX_DEFAULT}.`,
    );
  }
  return mib * 1024 * 1024;
}

/**
 * The bucket and its keys. `s3+http` is for a storage on this machine or behind a network of one's
 * own: what is read through it passes as it is.
 */
function readStorage(environment: Environment, faults: string[]): ObjectStoreSettings | null {
  const { RAPPORT_FILES: text, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = environment;
  if (!text) return null;
  const [, plain, address = ''] = /^s3(\+http)?:\/\/(.+)$/.exec(text) ?? [];
  const url = URL.canParse(`https://${address}`) ? new URL(`http${plain ? '' : 's'}://${address}`) : null;
  const [region, ...more] = url ? [...url.searchParams] : [];
  const isRight =
    url && !url.username && url.pathname.length > 1 && region?.[0] === 'region' && more.length === 0;
  if (!isRight)
    faults.push(
      `RAPPORT_FILES is "${text}". It must be the address of a bucket and its region, for example s3://s3.eu-central-1.amazonaws.com/our-files?region=eu-central-1.`,
    );
  else if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    faults.push(
      'RAPPORT_FILES is set without its keys. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, of a user who may get, put and delete objects of the bucket.',
    );
  if (!isRight || !AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) return null;
  return {
    url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    region: region[1],
    access_key_id: AWS_ACCESS_KEY_ID,
    secret_access_key: AWS_SECRET_ACCESS_KEY,
  };
}

function readScanner(text: string | undefined, faults: string[]): Config['file_scanner'] {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain =
    url !== null && `${url.pathname}${url.search}${url.hash}${url.username}`.replace('/', '') === '';
  if (url?.protocol === 'clamd:' && url.hostname !== '' && isPlain)
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 3310) };
  faults.push(
    `RAPPORT_FILE_SCANNER is "${text}". It must be the address of a clamd, for example clamd://localhost:3310.`,
  );
  return null;
}

/** RFC 6749 §4.1.2 allows a code ten minutes at most. The other limits only catch slips. */
const LIFETIME_RANGES = {
  access_token: { name: 'RAPPORT_ACCESS_TOKEN_LIFETIME', min: '1m', max: '24h', example: '1h' },
  refresh_token: { name: 'RAPPORT_REFRESH_TOKEN_LIFETIME', min: '1h', max: '24mo', example: '6mo' },
  code: { name: 'RAPPORT_CODE_LIFETIME', min: '10s', max: '10m', example: '60s' },
  grant: { name: 'RAPPORT_GRANT_LIFETIME', min: '1h', max: '120mo', example: '12mo' },
} as const;

function readLifetimes(environment: Environment, faults: string[]): OAuthLifetimes {
  const lifetimes = { ...LIFETIMES_DEFAULT };
  for (const [field, { name, min, max, example }] of Object.entries(LIFETIME_RANGES)) {
    const text = environment[name];
    if (!text) continue;
    const lifetime = parseLifetime(text);
    const inRange =
      lifetime && isAtMost(parseLifetime(min)!, lifetime) && isAtMost(lifetime, parseLifetime(max)!);
    if (inRange) lifetimes[field as keyof OAuthLifetimes] = lifetime;
    else
      faults.push(`${name} is "${text}". It must be a time from ${min} to ${max}, for example ${example}.`);
  }
  return lifetimes;
}

/** Compares two lifetimes that begin now, because the length of a month varies. */
function isAtMost(a: Lifetime, b: Lifetime): boolean {
  const now = new Date();
  return addLifetime(now, a) <= addLifetime(now, b);
}

/** Hosts with commas between them, each with its port if that is not the usual one. */
function readHosts(name: string, environment: Environment, faults: string[]): string[] {
  const hosts = (environment[name] ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);
  const odd = hosts.find((host) => URL.parse(`https://${host}`)?.host !== host);
  if (odd !== undefined)
    faults.push(`${name} has "${odd}", which is no host. Write it like claude.ai, without https://.`);
  return hosts;
}

function readSwitch(name: string, environment: Environment, faults: string[]): boolean {
  const text = environment[name] || 'off';
  if (text !== 'on' && text !== 'off') faults.push(`${name} is "${text}". It must be on or off.`);
  return text === 'on';
}

function readLogLevel(text: string | undefined, faults: string[]): string {
  if (text && !LOG_LEVELS.includes(text)) {
    faults.push(`LOG_LEVEL is "${text}". It must be one of ${LOG_LEVELS.join(', ')}.`);
  }
  return text || 'info';
}

function readMetricsPort(text: string | undefined, port: number, faults: string[]): number | null {
  if (!text) return null;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535 || Number(text) === 0) {
    faults.push(
      `RAPPORT_METRICS_PORT is "${text}", which is not a number from 1 to 65535. Leave it out to have /metrics on PORT.`,
    );
  } else if (Number(text) === port) {
    faults.push(
      `RAPPORT_METRICS_PORT is ${text}, which is PORT already. Choose another, or leave it out to have /metrics on PORT.`,
    );
  }
  return Number(text);
}

/** A shorter token could be guessed. */
const METRICS_TOKEN_MIN = 16;

function readMetricsToken(text: string | undefined, faults: string[]): string | null {
  if (!text) return null;
  if (!/^[!-~]+$/.test(text) || text.length < METRICS_TOKEN_MIN) {
    faults.push(
      `RAPPORT_METRICS_TOKEN must have at least ${METRICS_TOKEN_MIN} characters of ASCII without spaces. Make one with: openssl rand -hex 16`,
    );
  }
  return text;
}
