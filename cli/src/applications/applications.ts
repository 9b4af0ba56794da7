import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { addAllowedOriginCommand, removeAllowedOriginCommand } from './allowed-origins.ts';
import { createApplicationCommand } from './create.ts';
import { deleteApplicationCommand } from './delete.ts';
import { disableApplicationCommand, enableApplicationCommand } from './disable.ts';
import { idTokenAlgCommand } from './id-token-alg.ts';
import { listApplicationsCommand } from './list.ts';
import { addRedirectUrlCommand, removeRedirectUrlCommand } from './redirect-urls.ts';
import { requirePkceCommand } from './require-pkce.ts';
import { rotateSecretCommand } from './rotate-secret.ts';
import { showApplicationCommand } from './show.ts';

export function applicationsCommand(): Command {
  return noun(
    'oauth-clients',
    'Applications that Users can let in.',
    createApplicationCommand(),
    listApplicationsCommand(),
    showApplicationCommand(),
    addRedirectUrlCommand(),
    removeRedirectUrlCommand(),
    addAllowedOriginCommand(),
    removeAllowedOriginCommand(),
    rotateSecretCommand(),
    requirePkceCommand(),
    idTokenAlgCommand(),
    disableApplicationCommand(),
    enableApplicationCommand(),
    deleteApplicationCommand(),
  );
}
