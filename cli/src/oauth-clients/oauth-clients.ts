import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { addAllowedOriginCommand, removeAllowedOriginCommand } from './allowed-origins.ts';
import { createOAuthClientCommand } from './create.ts';
import { deleteOAuthClientCommand } from './delete.ts';
import { disableOAuthClientCommand, enableOAuthClientCommand } from './disable.ts';
import { idTokenAlgCommand } from './id-token-alg.ts';
import { listOAuthClientsCommand } from './list.ts';
import { addRedirectUrlCommand, removeRedirectUrlCommand } from './redirect-urls.ts';
import { requirePkceCommand } from './require-pkce.ts';
import { rotateSecretCommand } from './rotate-secret.ts';
import { showOAuthClientCommand } from './show.ts';

export function oauthClientsCommand(): Command {
  return noun(
    'oauth-clients',
    'Applications that Users can let in.',
    createOAuthClientCommand(),
    listOAuthClientsCommand(),
    showOAuthClientCommand(),
    addRedirectUrlCommand(),
    removeRedirectUrlCommand(),
    addAllowedOriginCommand(),
    removeAllowedOriginCommand(),
    rotateSecretCommand(),
    requirePkceCommand(),
    idTokenAlgCommand(),
    disableOAuthClientCommand(),
    enableOAuthClientCommand(),
    deleteOAuthClientCommand(),
  );
}
