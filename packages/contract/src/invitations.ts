import type { Static } from 'typebox';
import { RoleField } from './accounts.ts';
import { Closed, EMAIL_MAX_LENGTH, EMAIL_PATTERN, Nullable, Text, Timestamp, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

export const Invitation = Type.Object(
  {
    uuid: Uuid('Identifier of the invitation.'),
    account_uuid: Uuid('The Account.', 'account'),
    email: Type.String({ description: 'Who is invited.', examples: ['grace@example.com'] }),
    role: RoleField,
    user_uuid: Nullable(
      Uuid(
        'The User whose pending Login it is: they accept or decline it on their own page. Null: whoever is invited has a link.',
        'user',
      ),
    ),
    email_verified: Nullable(
      Type.Boolean({
        description:
          "Whether the address is proven to be that User's. False: somebody else may have typed it in. Null: whoever is invited has a link.",
        examples: [false],
      }),
    ),
    email_refused_at: Nullable(
      Timestamp('Since when the mail server knows nobody at this address. Null: it has not said so.'),
    ),
    expires_at: Timestamp('Until when it can be accepted.'),
    created_at: Timestamp('When it was sent.'),
    link_made_at: Nullable(
      Timestamp(
        'When its link was last made, to be passed on by hand. Null: none was made, or it was mailed.',
      ),
    ),
  },
  { $id: 'Invitation', title: 'Invitation', description: 'An open invitation to an Account.' },
);
export type Invitation = Static<typeof Invitation>;

export const InvitationLink = Type.Object(
  {
    link: Type.String({
      description: 'To be opened by whoever is invited.',
      examples: ['https://crm.example.com/invitation#code=4fGh'],
    }),
  },
  { $id: 'InvitationLink', title: 'Invitation link', description: 'The link of an invitation, to pass on.' },
);

export const InvitationCreate = Closed({
  email: Text(EMAIL_MAX_LENGTH, 'Whom to invite; a User who is there already, or not yet.', {
    min: 3,
    pattern: EMAIL_PATTERN,
    examples: ['grace@example.com'],
  }),
  role: RoleField,
});
export type InvitationCreate = Static<typeof InvitationCreate>;
