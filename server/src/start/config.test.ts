import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { StartProblem } from '../platform/start-problem.ts';
import { type Config, readConfig } from './config.ts';

function read(environment: Record<string, string | undefined>): Config {
  const config = readConfig(environment);
  assert.ok(!(config instanceof StartProblem), config instanceof StartProblem ? config.message : '');
  return config;
}

function refusal(environment: Record<string, string>): string {
  const problem = readConfig(environment);
  assert.ok(problem instanceof StartProblem, `accepted ${JSON.stringify(environment)}`);
  return problem.message;
}

test('without any setting the service listens on loopback and has its own database', () => {
  const { schedule_ms, ...config } = read({ PATH: '/bin', HOME: '/root' });
  assert.deepEqual(config, {
    port: 3000,
    host: '127.0.0.1',
    loopback_targets: true,
    base_url: 'http://localhost:3000',
    data_dir: join(import.meta.dirname, '../../../data'),
    copy: false,
    database_url: null,
    secret_key: null,
    allowed_targets: { hosts: [], networks: [] },
    mail_allowed_targets: { hosts: [], networks: [] },
    rate_limit: 100,
    lifetimes: {
      access_token: { ms: 3_600_000 },
      refresh_token: { months: 6 },
      code: { ms: 60_000 },
      grant: null,
    },
    revoke_on_password_change: false,
    file_max_bytes: 25 * 1024 * 1024,
    file_storage: null,
    file_scanner: null,
    mcp: false,
    mail_drop: null,
    mail_providers: [],
    client_document_hosts: [],
    log_level: 'info',
    metrics_port: null,
    metrics_token: null,
    otlp_endpoint: null,
    otlp_headers: {},
    smtp_url: null,
    mail_from: null,
  });
  assert.equal(schedule_ms.length, 11);
  assert.deepEqual(schedule_ms.slice(0, 3), [0, 5000, 60_000]);
});

test('every setting is read', () => {
  const config = read({
    PORT: '8080',
    HOST: '0.0.0.0',
    RAPPORT_BASE_URL: 'https://crm.example.com/',
    RAPPORT_DATA_DIR: '/srv/rapport',
    DATABASE_URL: 'postgres://u:p@db/rapport',
    RAPPORT_SECRET_KEY: 'x'.repeat(32),
    RAPPORT_WEBHOOK_ALLOWED_TARGETS: 'n8n.lan:5678, 10.0.0.0/8',
    RAPPORT_WEBHOOK_SCHEDULE: '0s, 1s,7d',
    RAPPORT_RATE_LIMIT: '0',
    RAPPORT_REVOKE_ON_PASSWORD_CHANGE: 'on',
    LOG_LEVEL: 'debug',
  });
  assert.deepEqual(
    [config.port, config.host, config.base_url, config.data_dir, config.database_url, config.rate_limit],
    [8080, '0.0.0.0', 'https://crm.example.com', '/srv/rapport', 'postgres://u:p@db/rapport', 0],
  );
  assert.equal(config.revoke_on_password_change, true);
  assert.deepEqual(config.schedule_ms, [0, 1000, 604_800_000]);
  assert.deepEqual(config.allowed_targets.hosts, [{ host: 'n8n.lan', port: 5678 }]);
});

test('webhooks may go to loopback only while nobody else can reach the service', () => {
  const database = { DATABASE_URL: 'postgres://u:p@db/rapport', RAPPORT_SECRET_KEY: 'x'.repeat(32) };
  assert.equal(read({ HOST: '0.0.0.0' }).loopback_targets, false);
  assert.equal(read({ HOST: '::1' }).loopback_targets, true);
  assert.equal(read(database).loopback_targets, false);
  assert.equal(read({ ...database, RAPPORT_BASE_URL: 'http://localhost:3000' }).loopback_targets, true);
});

test('variables that Kubernetes sets for a service named rapport are accepted', () => {
  read({
    RAPPORT_SERVICE_HOST: '10.0.0.1',
    RAPPORT_PORT: 'tcp://10.0.0.1:80',
    RAPPORT_PORT_80_TCP_ADDR: '10.0.0.1',
  });
});

test('an empty setting counts as missing', () => {
  const names = [
    'PORT',
    'HOST',
    'RAPPORT_BASE_URL',
    'RAPPORT_DATA_DIR',
    'DATABASE_URL',
    'RAPPORT_SECRET_KEY',
  ];
  const more = [
    'RAPPORT_WEBHOOK_ALLOWED_TARGETS',
    'RAPPORT_MAIL_ALLOWED_TARGETS',
    'RAPPORT_WEBHOOK_SCHEDULE',
    'RAPPORT_RATE_LIMIT',
    'LOG_LEVEL',
  ];
  assert.deepEqual(read(Object.fromEntries([...names, ...more].map((name) => [name, '']))), read({}));
});

test('the base URL is normalised as browsers do, with any case and surrounding blanks', () => {
  assert.equal(
    read({ RAPPORT_BASE_URL: ' HTTPS://CRM.Example.com:443/ ' }).base_url,
    'https://crm.example.com',
  );
});

test('the base URL has the port when it is not set', () => {
  assert.equal(read({ PORT: '0' }).base_url, 'http://localhost:0');
});

const wrong: [name: string, value: string, says: RegExp][] = [
  ['PORT', '80a', /"80a", which is not a number from 0 to 65535.*PORT=3000/],
  ['PORT', '65536', /"65536"/],
  ['PORT', '-1', /"-1"/],
  ['PORT', '1e3', /"1e3"/],
  ['RAPPORT_BASE_URL', 'crm.example.com', /for example https:\/\/crm\.example\.com/],
  ['RAPPORT_BASE_URL', 'ftp://example.com', /ftp/],
  ['RAPPORT_BASE_URL', 'https://example.com/?a=1', /address that others use/],
  ['RAPPORT_BASE_URL', 'https://example.com/#a', /address that others use/],
  ['RAPPORT_BASE_URL', 'https://user@example.com', /address that others use/],
  ['RAPPORT_BASE_URL', 'https://:secret@example.com', /address that others use/],
  ['RAPPORT_METRICS_PORT', '3000', /is 3000, which is PORT already/],
  ['RAPPORT_MAIL_FROM', 'Rapport', /must be the address that mails come from/],
  ['RAPPORT_MAIL_FROM', 'a@example.com, b@example.com', /must be the address that mails come from/],
  ['SMTP_URL', 'smtp://', /for example smtps:\/\//],
  ['SMTP_URL', 'smtp://ada:p%zz@mail.example.com', /as %XX/],
  ['SMTP_URL', 'http://mail.example.com', /begins with smtp:\/\//],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key', /x-api-key=abc/],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=%zz', /special characters of a value as %XX/],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=a%0d%0ab: c', /x-api-key=abc/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', /for example http:\/\/localhost:4318/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://ada:hunter2@localhost:4318', /without user name, password/],
  ['DATABASE_URL', 'postgres://', /such as postgres:\/\//],
  ['DATABASE_URL', 'postgres://ada:p%zz@db/rapport', /as %XX/],
  ['DATABASE_URL', 'postgres://u:p@a:5432,b:5432/rapport', /names several hosts.* HAProxy/],
  ['DATABASE_URL', 'postgres://u:p@/rapport?host=a,b', /names several hosts/],
  ['DATABASE_URL', 'mysql://root:hunter2@db', /such as postgres:\/\//],
  [
    'DATABASE_URL',
    'postgres://db/rapport?sslmode=disabled',
    /^DATABASE_URL has sslmode=disabled\. It must be one of disable, prefer, .+, no-verify\./,
  ],
  ['RAPPORT_SECRET_KEY', 'short', /has 5 characters and needs at least 32.*openssl rand -hex 32/],
  [
    'RAPPORT_WEBHOOK_ALLOWED_TARGETS',
    'http://n8n.lan',
    /^RAPPORT_WEBHOOK_ALLOWED_TARGETS has the entry "http:\/\/n8n\.lan", which is a URL/,
  ],
  ['RAPPORT_MAIL_ALLOWED_TARGETS', '*', /^RAPPORT_MAIL_ALLOWED_TARGETS has the entry "\*"/],
  ['RAPPORT_WEBHOOK_SCHEDULE', '0s,soon', /"0s,soon".*whole number with ms, s, m, h or d/],
  ['RAPPORT_WEBHOOK_SCHEDULE', '0s,,1m', /1 to 30 waits/],
  ['RAPPORT_WEBHOOK_SCHEDULE', '8d', /at most 7d/],
  ['RAPPORT_WEBHOOK_SCHEDULE', `${'1s,'.repeat(30)}1s`, /1 to 30 waits/],
  ['RAPPORT_RATE_LIMIT', 'many', /"many".*from 0 \(off\) to 1000000/],
  ['RAPPORT_RATE_LIMIT', '1000001', /1000001/],
  ['RAPPORT_RATE_LIMIT', '1.5', /1\.5/],
  ['RAPPORT_REVOKE_ON_PASSWORD_CHANGE', 'yes', /"yes".*on or off/],
  ['RAPPORT_FILE_MAX', '25', /"25".*from 1MiB to 2GiB/],
  ['RAPPORT_FILE_MAX', '3GiB', /"3GiB"/],
  ['RAPPORT_FILES', 's3://host/bucket', /region=eu-central-1/],
  ['RAPPORT_FILES', 'https://host/bucket?region=x', /s3:\/\//],
  ['RAPPORT_FILES', 's3://host/bucket?region=x', /without its keys.*AWS_ACCESS_KEY_ID/],
  ['RAPPORT_FILE_SCANNER', 'localhost:3310', /clamd:\/\/localhost:3310/],
  ['RAPPORT_FILE_SCANNER', 'clamd://host/path', /clamd:\/\/host\/path/],
  ['LOG_LEVEL', 'loud', /"loud".*fatal, error, warn, info, debug, trace, silent/],
  ['RAPPORT_DATADIR', '/srv', /RAPPORT_DATADIR is not a setting.*RAPPORT_DATA_DIR/],
];
for (const [name, value, says] of wrong) {
  test(`${name}=${value.slice(0, 30)} is refused with its name and the allowed values`, () => {
    const message = refusal({ [name]: value });
    assert.match(message, says);
    assert.ok(message.startsWith(name), message);
    assert.doesNotMatch(message, /hunter2/);
    assert.equal(message.split('\n').length, name === 'DATABASE_URL' ? 2 : 1, message);
  });
}

test('database addresses by a socket, by name only, and with special characters are accepted', () => {
  for (const DATABASE_URL of [
    'postgres:///rapport?host=/var/run/postgresql',
    'postgresql:///rapport',
    'postgres://ada:p%40ss@db',
  ]) {
    assert.equal(read({ DATABASE_URL, RAPPORT_SECRET_KEY: 'x'.repeat(32) }).database_url, DATABASE_URL);
  }
});

test('DATABASE_URL without a key is refused, because processes would not share one', () => {
  const message = refusal({ DATABASE_URL: 'postgres://db/rapport' });
  assert.match(
    message,
    /^RAPPORT_SECRET_KEY is missing.*all processes must share one key.*openssl rand -hex 32$/,
  );
});

test('refusals do not repeat passwords and keys', () => {
  const message = refusal({
    DATABASE_URL: 'mysql://root:hunter2@db',
    RAPPORT_SECRET_KEY: 'sesame',
    PORT: 'x',
  });
  assert.doesNotMatch(message, /hunter2|sesame/);
});

test('all faults are reported at once, one on each line', () => {
  const message = refusal({ PORT: 'x', RAPPORT_RATE_LIMIT: 'x', LOG_LEVEL: 'x', RAPPORT_COLOUR: 'red' });
  assert.deepEqual(
    message.split('\n').map((line) => line.split(' ')[0]),
    ['PORT', 'RAPPORT_RATE_LIMIT', 'LOG_LEVEL', 'RAPPORT_COLOUR'],
  );
});

test('the lifetimes of OAuth are accepted within their ranges, and refused outside', () => {
  const { lifetimes } = read({
    RAPPORT_ACCESS_TOKEN_LIFETIME: '30m',
    RAPPORT_REFRESH_TOKEN_LIFETIME: '30d',
    RAPPORT_CODE_LIFETIME: '10m',
    RAPPORT_GRANT_LIFETIME: '12mo',
  });
  assert.deepEqual(lifetimes, {
    access_token: { ms: 1_800_000 },
    refresh_token: { ms: 2_592_000_000 },
    code: { ms: 600_000 },
    grant: { months: 12 },
  });
  for (const [name, texts] of Object.entries({
    RAPPORT_ACCESS_TOKEN_LIFETIME: ['1h ago', '0s', '59s', '25h', '1mo', '-1h'],
    RAPPORT_REFRESH_TOKEN_LIFETIME: ['6 months', '59m', '25mo', '9999mo'],
    RAPPORT_CODE_LIFETIME: ['60', '9s', '11m', '1h'],
    RAPPORT_GRANT_LIFETIME: ['never', '59m', '121mo'],
  })) {
    for (const text of texts)
      assert.match(refusal({ [name]: text }), new RegExp(`^${name} is "${text}". It must be a time from `));
  }
});
