import type { MailTemplateFilled } from '@rapport/contract/mail-templates';
import {
  isPlaceholder,
  nearestPlaceholder,
  openIn,
  PLACEHOLDERS,
  type Placeholder,
  withValues,
} from '@rapport/contract/placeholders';
import type { FieldError } from '@rapport/contract/problems';
import { fieldsInvalid, type Problem } from '../../platform/problem.ts';

type Words = { subject: string; text: string };
const FIELDS = ['subject', 'text'] as const;

/** 422 for a template that leaves something open which nothing fills in, or null. */
export function refusePlaceholders(template: Words): Problem | null {
  const errors = FIELDS.flatMap((field): FieldError[] => {
    const bad = openIn(template[field]).find(({ name }) => !isPlaceholder(name));
    return bad ? [wrong(field, sayUnknown(bad.name))] : [];
  });
  return errors.length > 0 ? fieldsInvalid(...errors) : null;
}

function sayUnknown(name: string | null): string {
  if (name === null) return 'has {{ without }}. Close it, as in {{contact.first_name}}.';
  const near = nearestPlaceholder(name);
  const hint = near
    ? `Did you mean {{${near}}}?`
    : `There are ${PLACEHOLDERS.map((one) => `{{${one}}}`).join(', ')}.`;
  return `has {{${name.slice(0, 60)}}}, which nothing fills in. ${hint}`;
}

/** What is filled in; undefined or empty: there is no such value. */
export type Values = Partial<Record<Placeholder, string | null>>;

/** A template with values. What has none still stands in its braces, and is told. */
export function fill(template: Words, values: Values): MailTemplateFilled {
  const empty = new Set<string>();
  const valueFor = (name: Placeholder) => {
    // One line, as it may stand in the subject.
    const value = (values[name] ?? '').replaceAll(/\s+/g, ' ').trim();
    if (value !== '') return value;
    empty.add(name);
    return `{{${name}}}`;
  };
  const subject = withValues(template.subject, valueFor);
  return { subject, text: withValues(template.text, valueFor), empty: [...empty] };
}

/** 422 for a mail in which something is still open, which nobody wants to be sent; or null. */
export function refuseOpen(mail: Words): Problem | null {
  const errors = FIELDS.flatMap((field): FieldError[] => {
    const open = openIn(mail[field]).find(({ name }) => isPlaceholder(name));
    if (!open) return [];
    return [wrong(field, `still has ${open.whole}, which has no value. Write something in its place.`)];
  });
  return errors.length > 0 ? fieldsInvalid(...errors) : null;
}

function wrong(field: string, said: string): FieldError {
  return { pointer: `/${field}`, code: 'wrong_value', detail: `/${field} ${said}` };
}
