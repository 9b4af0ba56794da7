import { Command } from 'commander';

/** Returns a command whose next word is the verb: `rapport users create`. */
export function noun(name: string, description: string, ...verbs: Command[]): Command {
  const command = new Command(name).description(description);
  for (const verb of verbs) command.addCommand(verb);
  return command;
}
