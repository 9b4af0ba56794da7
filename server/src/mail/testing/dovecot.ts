import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../testing/free-port.ts';
import { until } from '../../testing/until.ts';

/** A Dovecot with one mailbox, which lies as files in a folder (Maildir). */
export type Dovecot = {
  port: number;
  /** Puts a mail into a folder, as a delivery from outside does. */
  deliver(raw: string, folder?: 'INBOX' | 'Sent'): Promise<void>;
  /** Makes a folder count anew: its UIDVALIDITY is another, and so are the numbers of its mails. */
  countAnew(folder: 'INBOX' | 'Sent'): Promise<void>;
  close(): Promise<void>;
};

/** What stands in the way of tests with a real Dovecot; false: nothing. */
export function noDovecot(): string | false {
  try {
    execFileSync('dovecot', ['--version'], { stdio: 'ignore', env: PATHS });
    return false;
  } catch {
    return 'Dovecot is not installed here (apt-get install dovecot-imapd): nothing was tried with a real mail server';
  }
}

const PATHS = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** Starts a Dovecot of this User, or of nobody when root runs the test. */
/** `asks`: where it asks whose a token is (RFC 7662), with its password; null: it takes none. */
export async function startDovecot(password: string, asks: string | null = null): Promise<Dovecot> {
  const folder = await mkdtemp(join(tmpdir(), 'dovecot-'));
  const port = await freePort();
  const isRoot = userInfo().uid === 0;
  const user = isRoot ? 'nobody' : userInfo().username;
  const { uid, gid } = isRoot ? { uid: 65_534, gid: 65_534 } : userInfo();
  const paths = { INBOX: join(folder, 'mail'), Sent: join(folder, 'mail', '.Sent') };
  for (const path of Object.values(paths))
    for (const part of ['tmp', 'new', 'cur']) await mkdir(join(path, part), { recursive: true });
  if (isRoot) execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
  await chmod(folder, 0o755);
  const config = join(folder, 'dovecot.conf');
  const tokens = join(folder, 'tokens.conf');
  await writeFile(
    config,
    configOf({ folder, port, password, user, uid, gid, isRoot, tokens: asks && tokens }),
  );
  if (asks) await writeFile(tokens, introspectionAt(asks), { mode: 0o644 });
  const child = spawn('dovecot', ['-F', '-c', config], { stdio: 'ignore', env: PATHS });
  await until('Dovecot to listen', () => isListening(port));
  let count = 0;
  return {
    port,
    deliver: async (raw, name = 'INBOX') => {
      const file = `${Date.now()}.M${count++}.test`;
      const path = join(paths[name], 'tmp', file);
      await writeFile(path, raw, { mode: 0o666 });
      if (isRoot) await chown(path, uid, gid);
      await rename(path, join(paths[name], 'new', file));
    },
    countAnew: async (name) => {
      for (const file of await readdir(paths[name]))
        if (file.startsWith('dovecot')) await rm(join(paths[name], file), { force: true });
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type ConfigParts = {
  folder: string;
  port: number;
  password: string;
  user: string;
  uid: number;
  gid: number;
  isRoot: boolean;
  tokens: string | null;
};

const introspectionAt = (url: string) => `
introspection_url = ${url}
introspection_mode = post
username_attribute = sub
active_attribute = active
active_value = true
`;

const configOf = ({ folder, port, password, user, uid, gid, isRoot, tokens }: ConfigParts) => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail
mail_max_userip_connections = 50
first_valid_uid = 1
first_valid_gid = 1
${isRoot ? '' : `default_internal_user = ${user}\ndefault_login_user = ${user}\n`}
service imap-login {
  ${isRoot ? '' : 'chroot ='}
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  ${isRoot ? '' : 'chroot ='}
}
${
  tokens === null
    ? ''
    : `auth_mechanisms = plain oauthbearer xoauth2
passdb {
  driver = oauth2
  mechanisms = oauthbearer xoauth2
  args = ${tokens}
}`
}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
    auto = create
  }
}
`;

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
