import { join } from 'node:path';
import { createTestFolder } from '../../../server/src/platform/database/testing/test-database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../server/src/testing/test-app.ts';
import type { Ended } from './run-here.ts';
import { runCommand } from './test-command.ts';

export type TestRemote = {
  app: TestApp;
  user: TestUser;
  /** The environment of somebody with the User's token. */
  settings: Record<string, string>;
  /** The same settings without the token. */
  loggedOut: Record<string, string>;
  run(args: string[], input?: string): Promise<Ended>;
  close(): Promise<void>;
};

/** Starts a service, with a User and an Account for the commands for integrators. */
export async function startTestRemote(): Promise<TestRemote> {
  const app = await startTestApp();
  const user = await app.addUser('Ada');
  await app.addAccount(user, 'Lovelace Engines');
  const loggedOut = {
    XDG_CONFIG_HOME: join(await createTestFolder(), 'config'),
    RAPPORT_BASE_URL: app.base_url,
  };
  const settings = { ...loggedOut, RAPPORT_TOKEN: user.token };
  return {
    app,
    user,
    settings,
    loggedOut,
    run: (args, input) => runCommand(args, settings, input),
    close: () => app.close(),
  };
}
