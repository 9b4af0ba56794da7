import type { MailTemplate } from '@rapport/contract/mail-templates';
import { isPlaceholder, nearestPlaceholder, openIn } from '@rapport/contract/placeholders';
import { reads } from '../../api/queries.ts';
import { mailTemplates as texts } from '../../texts/mail-templates.ts';

export const TEMPLATES_PATH = '/api/v2/mail-templates';

/** The templates of all Accounts of the User, by name. */
export const TEMPLATES = reads<MailTemplate[]>(['mail_templates'], TEMPLATES_PATH);

/** What is wrong with what a text leaves open; undefined: nothing. */
export function faultIn(text: string): string | undefined {
  const bad = openIn(text).find(({ name }) => !isPlaceholder(name));
  if (!bad) return undefined;
  if (bad.name === null) return texts.unclosed;
  const near = nearestPlaceholder(bad.name);
  return near ? texts.meant(near) : texts.unknown(bad.name);
}
