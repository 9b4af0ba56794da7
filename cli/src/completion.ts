import { Argument, type Command } from 'commander';
import type { OutputOptions } from './output.ts';
import { print } from './print.ts';
import { Verb } from './verb.ts';

export function completionCommand(): Verb {
  return new Verb('completion')
    .description('Print a script that lets bash complete the commands and options of `rapport`.')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash']))
    .notes(`
Put it where bash looks for it, once:
  rapport completion bash > ~/.local/share/bash-completion/completions/rapport`)
    .examples('completion bash', 'completion bash --json               {"script":"…"}')
    .action((_shell: 'bash', { json }: OutputOptions, command: Command) => {
      const script = bashScript(wordsOf(command.parent!));
      print(json ? JSON.stringify({ script }) : script);
    });
}

/**
 * The words that can follow the words before: `''` → the commands, `users` → its verbs, `users
 * create` → its options.
 */
type Words = [path: string, words: string[]][];

function wordsOf(command: Command, path: string[] = []): Words {
  const options = command.options.flatMap(({ long }) => long ?? []);
  const verbs = command.commands.map((child) => child.name());
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const own: Words[number] = [path.join(' '), [...verbs, ...choices, ...options, '--help']];
  return [own, ...command.commands.flatMap((child) => wordsOf(child, [...path, child.name()]))];
}

function bashScript(words: Words): string {
  return `# Completion of rapport for bash.
_rapport() {
  local path='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && continue
    case "\${path:+$path }$word" in
${indent(words, ([path]) => (path === '' ? [] : [`      '${path}') path='${path}' ;;`]))}
    esac
  done
  case "$path" in
${indent(words, ([path, list]) => [`    '${path}') COMPREPLY=($(compgen -W '${list.join(' ')}' -- "\${COMP_WORDS[COMP_CWORD]}")) ;;`])}
  esac
}
complete -o default -F _rapport rapport`;
}

function indent(words: Words, lines: (entry: Words[number]) => string[]): string {
  return words.flatMap(lines).join('\n');
}
