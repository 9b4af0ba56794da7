import { cutTo } from '../../platform/cells/cut.ts';
import type { Surroundings } from '../../records/surroundings.ts';
import { readYes } from '../read/cells/words.ts';
import type { ImportedKind } from '../read/presets/preset.ts';
import type { Completed } from './complete.ts';
import { clientsThrough, type LinkIndex, type LinkSetting, linksOf, type RowLinks } from './links.ts';

/**
 * The links of a row as its fields, and what of them leads nowhere. A new deal without a Client
 * goes to the one of its person.
 */
export function linksFor(
  row: Completed,
  index: LinkIndex,
  links: LinkSetting,
  kind: ImportedKind,
  around: Surroundings,
): RowLinks {
  const found = linksOf(row, index, links);
  const uuids = (wanted: string) => found.found.filter((one) => one.kind === wanted).map(({ uuid }) => uuid);
  for (const one of found.found) around.named.add(`${one.kind} ${one.uuid}`);
  const { given } = row;
  if (kind === 'contact' && uuids('client').length > 0) {
    const primary = mainOf(found);
    given.clients = uuids('client').map((client_uuid) => ({
      client_uuid,
      ...(client_uuid === primary && { primary: true }),
      ...linkExtras(row),
    }));
  } else if (kind === 'deal') {
    const [client, ...others] = found.found.filter((one) => one.kind === 'client');
    const through = client?.uuid ?? clientsThrough(row, index, links)[0];
    if (client) given.client_uuid = client.uuid;
    else if (through) row.defaults.client_uuid = through;
    if (through) around.named.add(`client ${through}`);
    const detail = 'A deal has one client, and the row names another before.';
    found.missing.push(...others.map(({ link, text }) => ({ link, text, detail })));
    const contacts = uuids('contact');
    if (contacts.length > 0)
      given.contacts = contacts.map((contact_uuid) => ({ contact_uuid, ...linkExtras(row) }));
  } else if ((kind === 'task' || kind === 'note') && found.found.length > 0) {
    given.records = found.found.slice(0, 20).map((one) => ({ resource: one.kind, uuid: one.uuid }));
  }
  return found;
}

/** The Client of a column for one, where another column names more of them. */
function mainOf({ found }: RowLinks): string | undefined {
  const [first, ...others] = found.filter(({ kind }) => kind === 'client');
  const isMain = first?.link.texts.length === 1 && others.some(({ link }) => link !== first.link);
  return isMain ? first.uuid : undefined;
}

/** What a row says of the link that it makes. */
function linkExtras({ extras: { link_role, link_primary, link_ended_on } }: Completed) {
  const ended_on = link_ended_on && /^\d{4}-\d{2}-\d{2}/.exec(link_ended_on)?.[0];
  return {
    ...(link_role && { role: cutTo(link_role, ROLE_MAX_LENGTH) }),
    ...(link_primary && readYes(link_primary) && { primary: true }),
    ...(ended_on && { ended_on }),
  };
}

const ROLE_MAX_LENGTH = 100;
