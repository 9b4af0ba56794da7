import { Argument, Command } from 'commander';
import { print } from './print.ts';
import { jsonOption, type OutputOptions } from './run.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export function completionCommand(): Command {
  return new Command('completion')
    .description('Print a script that lets your shell complete the commands and options of `rapport`.')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Put it where your shell looks for it, once:
  bash   rapport completion bash > ~/.local/share/bash-completion/completions/rapport
  zsh    rapport completion zsh > "\${fpath[1]}/_rapport"
  fish   rapport completion fish > ~/.config/fish/completions/rapport.fish

Examples:
  npx rapport completion bash
  npx rapport completion fish --json               {"script":"…"}`,
    )
    .action((shell: Shell, { json }: OutputOptions, command: Command) => {
      const script = SCRIPTS[shell](wordsOf(command.parent!));
      print(json ? JSON.stringify({ script }) : script);
    });
}

/** What can stand behind the words so far: `''` → the commands, `users` → its verbs, `users create` → its options. */
type Words = [path: string, words: string[]][];

function wordsOf(command: Command, path: string[] = []): Words {
  const options = command.options.flatMap(({ long }) => long ?? []);
  const verbs = command.commands.map((child) => child.name());
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const own: Words[number] = [path.join(' '), [...verbs, ...choices, ...options, '--help']];
  return [own, ...command.commands.flatMap((child) => wordsOf(child, [...path, child.name()]))];
}

const SCRIPTS: Record<Shell, (words: Words) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

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

function zshScript(words: Words): string {
  return `#compdef rapport
# Completion of rapport for zsh.
_rapport() {
  local path_so_far='' word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] && continue
    case "\${path_so_far:+$path_so_far }$word" in
${indent(words, ([path]) => (path === '' ? [] : [`      '${path}') path_so_far='${path}' ;;`]))}
    esac
  done
  case "$path_so_far" in
${indent(words, ([path, list]) => [`    '${path}') compadd -- ${list.join(' ')} ;;`])}
  esac
  _files
}
_rapport "$@"`;
}

function fishScript(words: Words): string {
  const lines = words.map(([path, list]) => {
    const verbs = words.filter(
      ([other]) => other !== path && other.startsWith(path === '' ? '' : `${path} `),
    );
    const deeper = new Set(verbs.map(([other]) => other.slice(path.length).trim().split(' ')[0]));
    const seen = path === '' ? [] : path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
    const notYet = deeper.size > 0 ? [`not __fish_seen_subcommand_from ${[...deeper].join(' ')}`] : [];
    const condition = [...seen, ...notYet].join('; and ') || 'true';
    // Where a verb must come, a file cannot.
    const noFiles = deeper.size > 0 ? ' -f' : '';
    return `complete -c rapport${noFiles} -n '${condition}' -a '${list.join(' ')}'`;
  });
  return ['# Completion of rapport for fish.', ...lines].join('\n');
}

function indent(words: Words, lines: (entry: Words[number]) => string[]): string {
  return words.flatMap(lines).join('\n');
}
