import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_TYPES, type EventName } from '@rapport/contract/events';
import { PROBLEMS } from '@rapport/contract/problems';
import { REMEDIES } from '@rapport/contract/remedies';
import { sampleOf } from '../events/catalogue.ts';

/** A page of the site, as Markdown, and as one would say it in a line. */
export type ManualPage = { path: string; title: string; about: string; markdown: string };

const ROOT = join(import.meta.dirname, '../../..');

/** All pages in the order in which they are listed: the guides in that of their own list. */
export function manualPages(): ManualPage[] {
  return [...guides(), events(), problems(), changelog()];
}

/** The guides that the list in their README names, with what it says of each. */
function guides(): ManualPage[] {
  const folder = join(ROOT, 'docs/guides');
  const list = readFileSync(join(folder, 'README.md'), 'utf8');
  const files = new Set(readdirSync(folder));
  return [...list.matchAll(/^\d+\. \[([^\]]+)\]\(([\w-]+)\.md\):\s+([\s\S]*?)(?=\n\d+\. |\n*(?![\s\S]))/gm)]
    .filter(([, , name]) => files.has(`${name}.md`))
    .map(([, title, name, about]) => ({
      path: `/docs/guides/${name}`,
      title: title!,
      about: about!.replaceAll(/\s+/g, ' ').trim(),
      markdown: readFileSync(join(folder, `${name}.md`), 'utf8'),
    }));
}

function events(): ManualPage {
  const entries = Object.entries(EVENT_TYPES).map(([name, { description }]) => {
    const sample = JSON.stringify(sampleOf(name as EventName), null, 2);
    return `## ${name}\n\n${description}\n\n\`\`\`json\n${sample}\n\`\`\`\n`;
  });
  const intro =
    'What happens is told as an event: to webhooks, in the feed, in histories. Webhooks and feed have the same body, byte for byte. These are samples.';
  return {
    path: '/docs/events',
    title: 'Events',
    about: 'the catalogue, with an example of each delivery',
    markdown: `# Events\n\n${intro}\n\n${linksTo(Object.keys(EVENT_TYPES))}\n\n${entries.join('\n')}`,
  };
}

function problems(): ManualPage {
  const entries = Object.entries(PROBLEMS).map(
    ([code, { status, title }]) =>
      `## ${code}\n\n${status}: ${title}. ${REMEDIES[code as keyof typeof PROBLEMS]}\n`,
  );
  const intro =
    'A request that is refused gets a document of type `application/problem+json` (RFC 9457). Its `code` is one of these; what ' +
    'happened this time, and what to do, is in its `detail`, and in `errors` field by field.';
  return {
    path: '/docs/problems',
    title: 'Problems',
    about: 'all codes of refusals, and what to do',
    markdown: `# Problems\n\n${intro}\n\n${linksTo(Object.keys(PROBLEMS))}\n\n${entries.join('\n')}`,
  };
}

/** What a page has under headings of these names, to begin with. */
function linksTo(names: string[]): string {
  return names.map((name) => `[${name}](#${name})`).join(', ');
}

/**
 * What a search looks through: a guide is one page, while each event and each problem is found
 * under its own heading.
 */
export function searchedPages(): ManualPage[] {
  const catalogues = [events(), problems()];
  const entries = catalogues.flatMap(({ path, title, about, markdown }) =>
    markdown
      .split(/^## /m)
      .slice(1)
      .map((entry) => {
        const name = entry.slice(0, entry.indexOf('\n'));
        return { path: `${path}#${name}`, title: `${title}: ${name}`, about, markdown: entry };
      }),
  );
  return [...guides(), ...entries, changelog()];
}

function changelog(): ManualPage {
  const file = join(ROOT, 'CHANGELOG.md');
  const markdown = existsSync(file) ? readFileSync(file, 'utf8') : '# Changelog\n';
  return { path: '/docs/changelog', title: 'Changelog', about: 'what is new, and what changes', markdown };
}
