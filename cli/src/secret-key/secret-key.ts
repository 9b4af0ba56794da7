import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { forgetSecretKeyCommand } from './forget.ts';

export function secretKeyCommand(): Command {
  return noun('secret-key', 'The key that signing secrets are encrypted with.', forgetSecretKeyCommand());
}
