import type { Static } from 'typebox';
import { Nullable, Uuid } from './fields.ts';
import { Type } from './json-schema.ts';

/** That something changed, by name alone: whoever may read it asks for it. */
export const Nudge = Type.Object({
  resource: Type.String({ description: 'The kind of what changed.', examples: ['deal'] }),
  account_uuid: Nullable(
    Uuid("The Account it is in; null for what is a User's own, such as their notifications.", 'account'),
  ),
  uuids: Nullable(
    Type.Array(Uuid('Identifier of what changed.', 'deal'), {
      description: 'What changed; null when these are too many to name.',
    }),
  ),
  change_uuid: Nullable(Uuid('The change it is a part of; null when it was none of records.')),
});

export type Nudge = Static<typeof Nudge>;

/**
 * What the stream of `GET /api/v2/live` tells, by the name of the message.
 *
 * `changed`: these changed. `access`: what the User can reach has changed. `missed`: messages may
 * have been lost. `pulse`: the stream is still there, told every 15 s.
 */
export type LiveMessages = {
  changed: { changes: Nudge[] };
  access: Record<string, never>;
  missed: Record<string, never>;
  pulse: Record<string, never>;
};
