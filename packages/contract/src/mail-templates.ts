import type { Static } from 'typebox';
import {
  AccountToWrite,
  Closed,
  LINE_PATTERN,
  LINES_PATTERN,
  Name,
  Text,
  Timestamp,
  Uuid,
} from './fields.ts';
import { Type } from './json-schema.ts';
import { MAIL_SUBJECT_MAX } from './outgoing-mails.ts';
import { PLACEHOLDERS } from './placeholders.ts';

/** The most templates of an Account: nobody finds their way among more. */
export const MAIL_TEMPLATES_MAX = 200;
export const TEMPLATE_TEXT_MAX = 20_000;

const name = Name(100, 'What it is for', 'First offer');
const OPEN = `What is open is in two braces: ${PLACEHOLDERS.map((one) => `{{${one}}}`).join(', ')}.`;
const subject = Text(MAIL_SUBJECT_MAX, `The subject; empty: the mail keeps its own. ${OPEN}`, {
  pattern: LINE_PATTERN,
  examples: ['Our offer for {{client.name}}'],
});
const text = Text(TEMPLATE_TEXT_MAX, `The text, in Markdown. ${OPEN}`, {
  min: 1,
  pattern: LINES_PATTERN,
  examples: ['Dear {{contact.first_name}},\n\nhere is our offer.'],
});

export const MailTemplate = Type.Object(
  {
    uuid: Uuid('Identifier of the template.'),
    account_uuid: Uuid('The Account whose members use it.', 'account'),
    name,
    subject,
    text,
    version: Type.Integer({ description: 'Counts the changes; the value of the ETag.', examples: [1] }),
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it last changed.'),
  },
  {
    $id: 'MailTemplate',
    title: 'MailTemplate',
    description: 'A text for mails, which all members of the Account use.',
  },
);
export type MailTemplate = Static<typeof MailTemplate>;

export const MailTemplateCreate = Closed({
  account_uuid: AccountToWrite,
  name,
  subject: Type.Optional(subject),
  text,
});
export type MailTemplateCreate = Static<typeof MailTemplateCreate>;

export const MailTemplateUpdate = Closed(
  { name: Type.Optional(name), subject: Type.Optional(subject), text: Type.Optional(text) },
  { minProperties: 1 },
);
export type MailTemplateUpdate = Static<typeof MailTemplateUpdate>;

export const MailTemplateFilled = Type.Object(
  {
    subject: Type.String({ description: 'The subject.', examples: ['Our offer for Navy'] }),
    text: Type.String({
      description: 'The text.',
      examples: ['Dear Grace,\n\nhere is our offer.'],
    }),
    empty: Type.Array(Type.String({ examples: ['contact.job_title'] }), {
      description:
        'What has no value and still stands in its braces. A mail with them is refused: write something in their place.',
    }),
  },
  {
    $id: 'MailTemplateFilled',
    title: 'MailTemplateFilled',
    description: 'A template with the values of a record and of whom the mail goes to.',
  },
);
export type MailTemplateFilled = Static<typeof MailTemplateFilled>;
