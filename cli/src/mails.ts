import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mailFolder } from '../../server/src/platform/mail/mailer.ts';
import { StartProblem } from '../../server/src/platform/start-problem.ts';
import { readConfig } from '../../server/src/start/config.ts';
import { type OutputOptions, refuse } from './output.ts';
import { parseLimitTo } from './parse-limit.ts';
import { print } from './print.ts';
import { Verb } from './verb.ts';

type Options = OutputOptions & { to?: string; limit: number };
type KeptMail = { time: string; to: string; subject: string; text: string };

const LIMIT_MAX = 1000;

export function mailsCommand(): Verb {
  return new Verb('mails')
    .description('Print the mails that you must pass on, newest first, when no mail server is set.')
    .option('--to <email>', 'only those to this address')
    .option('--limit <number>', `how many, at most ${LIMIT_MAX}`, parseLimitTo(LIMIT_MAX), 5)
    .notes('A link in a mail works for anybody who has it: give each to its addressee alone.')
    .examples('mails', 'mails --to grace@example.com --limit 1 --json')
    .action(printMails);
}

async function printMails(options: Options): Promise<void> {
  const config = readConfig(process.env);
  if (config instanceof StartProblem) return refuse(config, options);
  const folder = mailFolder(config);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => error);
  if (names instanceof Error && names.code !== 'ENOENT')
    return refuse(new StartProblem(`The mails in ${folder} cannot be read: ${names.message}.`), options);
  // Sorting by name sorts by time, because the names begin with the time.
  const files =
    names instanceof Error
      ? []
      : names
          .filter((name) => name.endsWith('.txt'))
          .sort()
          .reverse();
  const data = await newest(folder, files, options);
  print(options.json ? JSON.stringify({ data, next_cursor: null }) : tell(data, config.smtp_url !== null));
}

async function newest(folder: string, files: string[], { to, limit }: Options): Promise<KeptMail[]> {
  const mails: KeptMail[] = [];
  for (const file of files) {
    if (mails.length === limit) break;
    const mail = parse(file, await readFile(join(folder, file), 'utf8'));
    if (to === undefined || mail.to.toLowerCase() === to.toLowerCase()) mails.push(mail);
  }
  return mails;
}

function parse(file: string, content: string): KeptMail {
  const end = content.indexOf('\n\n');
  const header = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(content.slice(0, end))?.[1]?.trim() ?? '';
  const time = file.slice(0, 24).replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.');
  return { time, to: header('To'), subject: header('Subject'), text: content.slice(end + 2) };
}

function tell(mails: KeptMail[], areSent: boolean): string {
  if (mails.length === 0)
    return areSent
      ? 'No mails are kept: the mail server of SMTP_URL sends them.'
      : 'There are no mails to pass on.';
  return mails
    .map(({ time, to, subject, text }) => `${time}  To: ${to}\n${subject}\n\n${text.trimEnd()}`)
    .join(`\n\n${'-'.repeat(60)}\n\n`);
}
