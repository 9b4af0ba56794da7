import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { createUserCommand } from './create.ts';
import { deactivateUserCommand, reactivateUserCommand } from './deactivate.ts';
import { handOverCommand } from './hand-over.ts';
import { listUsersCommand } from './list.ts';
import { resetSecondFactorCommand } from './reset-second-factor.ts';
import { verifyEmailCommand } from './verify-email.ts';

export function usersCommand(): Command {
  return noun(
    'users',
    'People who sign in.',
    createUserCommand(),
    listUsersCommand(),
    deactivateUserCommand(),
    reactivateUserCommand(),
    resetSecondFactorCommand(),
    verifyEmailCommand(),
    handOverCommand(),
  );
}
