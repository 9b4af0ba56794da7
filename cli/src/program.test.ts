import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Command } from 'commander';
import { SCHEMA, VERSION } from '../../server/src/platform/process/version.ts';
import { commandsFor } from './commands.ts';
import { buildProgram } from './program.ts';
import { runHere } from './testing/run-here.ts';
import { runRapport } from './testing/test-command.ts';

const PROGRAM = buildProgram(await commandsFor(undefined));

describe('the help', () => {
  for (const verb of verbsOf(PROGRAM)) {
    const name = nameOf(verb);

    test(`of ${name} has an example, and each of its examples is valid`, async () => {
      const examples = examplesIn(helpOf(verb));
      assert.ok(examples.length > 0);
      for (const example of examples) assert.equal(await parse(example), name, example);
    });

    test(`of ${name} has --json, and an example of it`, () => {
      assert.match(helpOf(verb), /^ {2}--json /m);
      assert.ok(examplesIn(helpOf(verb)).some((example) => example.includes('--json')));
    });
  }

  test('of the program names every command, the exit codes, and valid examples', async () => {
    const { exit_code, stdout } = await runRapport(['--help'], {});
    assert.equal(exit_code, 0);
    for (const command of PROGRAM.commands) assert.match(stdout, new RegExp(`^  ${command.name()} `, 'm'));
    assert.match(stdout, /^Exit codes:\n {2}0 .+\n {2}1 .+\n {2}2 .+\n/m);
    for (const example of examplesIn(stdout)) await parse(example);
  });
});

test('--version prints the version and the number of the schema', async () => {
  assert.equal((await runRapport(['--version'], {})).stdout, `${VERSION} (schema ${SCHEMA})\n`);
});

test('wrong usage says what is wrong and how to get help, and the exit code is 2', async () => {
  const { exit_code, stdout, stderr } = await runHere(['users', 'create', '--email', 'ada@example.com'], {});
  assert.deepEqual([exit_code, stdout], [2, '']);
  assert.equal(
    stderr,
    "required option '--name <name>' not specified\nAdd --help for the options and examples.\n",
  );
});

test('wrong usage with --json is one object', async () => {
  const { exit_code, stderr } = await runHere(['logins', 'add', '--account', '7', '--json'], {});
  assert.equal(exit_code, 2);
  assert.deepEqual(JSON.parse(stderr), {
    code: 'usage_invalid',
    detail:
      "option '--account <uuid>' argument '7' is invalid. It must be a UUID such as 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64.",
  });
});

test('help for an unknown command says so', async () => {
  for (const args of [
    ['help', 'nosuch'],
    ['users', 'help', 'nosuch'],
  ]) {
    const { exit_code, stdout, stderr } = await runHere(args, {});
    assert.deepEqual([exit_code, stdout], [2, '']);
    assert.match(stderr, /^There is no command "nosuch"\.\n\nUsage: rapport /);
  }
});

test('an option that takes one value is refused when it is given twice, and nothing is done', async () => {
  const twice = ['--email', 'ada@example.com', '--email', 'grace@example.com'];
  const { exit_code, stdout, stderr } = await runHere(['users', 'deactivate', ...twice], {});
  assert.deepEqual([exit_code, stdout], [2, '']);
  assert.match(stderr, /^option '--email <email>' is given more than once, and takes one value\n/);
});

/** Returns the command and all commands below it. */
function allOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allOf)];
}

function verbsOf(program: Command): Command[] {
  return allOf(program).filter((command) => command.commands.length === 0);
}

function nameOf(verb: Command): string {
  return verb.parent?.parent ? `${verb.parent.name()} ${verb.name()}` : verb.name();
}

function helpOf(verb: Command): string {
  let help = '';
  const writeOut = (text: string) => {
    help += text;
  };
  verb.configureOutput({ writeOut }).outputHelp();
  return help;
}

/**
 * Returns the words after `npx rapport` in each example, without an input file and the remark at
 * the end.
 */
function examplesIn(help: string): string[] {
  return [...help.matchAll(/^ {2}.*?npx rapport (.+?)(?: < \w+)?(?: {3,}.+)?$/gm)].map(
    ([, example]) => example!,
  );
}

/**
 * Parses the example as the shell and the program would, without running it. Returns the verb that
 * would run.
 */
async function parse(example: string): Promise<string | undefined> {
  const args = [...example.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(([word, a, b]) => a ?? b ?? word);
  const program = buildProgram(await commandsFor(undefined));
  let reached: string | undefined;
  for (const command of allOf(program)) command.exitOverride();
  for (const verb of verbsOf(program)) {
    verb.action(() => {
      reached = nameOf(verb);
    });
  }
  await program.parseAsync(args, { from: 'user' });
  return reached;
}
