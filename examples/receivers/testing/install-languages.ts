// Installs the languages of the reference receivers with Debian's packages, some of which Ubuntu
// and others also have. Installs Next.js, and the versions of Node that published packages must
// work with, from the npm registry.
import { spawnSync } from 'node:child_process';
import { installNodes } from '../../../scripts/testing/packed-package.ts';
import { LANGUAGES } from './languages.ts';
import { installNext, isNextInstalled } from './next.ts';

const lacking = LANGUAGES.filter(({ receivers }) => receivers.some(({ missing }) => missing !== null));
/** The OAuth clients of `conformance/clients`. */
const CLIENTS = ['python3-authlib', 'python3-requests', 'python3-requests-oauthlib'];
const packages = [...lacking.flatMap((language) => language.packages), ...missingClients()];

if (packages.length > 0) {
  const install = ['install', '--yes', '--no-install-recommends', ...packages];
  for (const args of [['update'], install]) aptGet(args);
}

if (!isNextInstalled()) installNext();
installNodes();

/** Those of the clients that Debian's Python does not find. */
function missingClients(): string[] {
  const found = ['-c', 'import authlib, requests, requests_oauthlib'];
  return spawnSync('/usr/bin/python3', found).status === 0 ? [] : CLIENTS;
}

function aptGet(args: string[]): void {
  const [command, ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo']), 'apt-get', '--quiet', ...args];
  console.log(`» ${command} ${rest.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error } = spawnSync(command!, rest, { stdio: 'inherit', env });
  if (status === 0) return;
  console.error(
    `The languages could not be installed${error ? ` (${error.message})` : ''}. This needs Debian's apt-get and root. ` +
      `Elsewhere, install by hand what these packages bring: ${packages.join(', ')}.`,
  );
  process.exit(status ?? 1);
}
