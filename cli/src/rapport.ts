import { Command } from 'commander';
import { VERSION } from '../../server/src/platform/version.ts';
import { serveCommand } from './serve.ts';

/** The `rapport` command. Each verb is a file of its own: `<noun>/<verb>.ts`. */
const program = new Command('rapport')
  .description('Rapport: a customer-relationship service that you run yourself.')
  .version(VERSION)
  .showHelpAfterError('Add --help for the options and examples.')
  .addCommand(serveCommand());

await program.parseAsync();
