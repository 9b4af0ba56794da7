import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** A code block of a document, in a file of its own. */
type Snippet = { language: string; code: string; file: string };

type Snippets = {
  folder: string;
  snippets: Snippet[];
  /** Checks the TypeScript snippets. Rejects with the errors of the compiler. */
  checkTypes(): Promise<void>;
  remove(): void;
};

/** Writes the snippets of a document into a folder that can import the packages of the project. */
export function writeSnippets(document: string, edit: (text: string) => string = (text) => text): Snippets {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rapport-snippets-')));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const text = edit(readFileSync(document, 'utf8'));
  const snippets = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map((match, i) => {
    const [, language, code] = match as unknown as [string, string, string];
    const file = join(folder, `snippet-${i}.${language}`);
    writeFileSync(file, code);
    return { language, code, file };
  });
  const files = snippets.filter(({ language }) => language === 'ts').map(({ file }) => file);
  return {
    folder,
    snippets,
    checkTypes: async () => {
      if (files.length > 0) await checkTypes(folder, files);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

async function checkTypes(cwd: string, files: string[]): Promise<void> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = [
    '--noEmit',
    '--ignoreConfig',
    '--strict',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
  ];
  const target = ['--target', 'esnext', '--module', 'nodenext', '--types', 'node'];
  await promisify(execFile)(process.execPath, [tsc, ...options, ...target, ...files], { cwd }).catch(
    (error) => {
      throw new Error(error.stdout);
    },
  );
}
