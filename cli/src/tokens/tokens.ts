import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { createTokenCommand } from './create.ts';
import { listTokensCommand } from './list.ts';
import { revokeTokenCommand } from './revoke.ts';

export function tokensCommand(): Command {
  return noun(
    'tokens',
    'Personal access tokens, for the API.',
    createTokenCommand(),
    listTokensCommand(),
    revokeTokenCommand(),
  );
}
