import { Command } from 'commander';

/**
 * A verb of `rapport`. Its help ends with notes, where there is more to know, and with examples.
 */
export class Verb extends Command {
  notes(text: string): this {
    return this.addHelpText('after', `\n${text.trim()}`);
  }

  /** Adds the option that every verb has, and examples: a command each, without `npx rapport`. */
  examples(...commands: string[]): this {
    const lines = commands.map((line) => (line.includes('npx rapport') ? line : `npx rapport ${line}`));
    return this.option('--json', 'print one JSON object instead of text').addHelpText(
      'after',
      `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    );
  }
}
