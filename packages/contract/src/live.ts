/** That something changed, by name alone: whoever may read it asks for it. */
export type Nudge = {
  /** The kind of what changed, such as `deal`. */
  resource: string;
  /** The Account it is in; null for what is a User's own, such as their notifications. */
  account_uuid: string | null;
  /** What changed; null when these are too many to name. */
  uuids: string[] | null;
  /** The change it is a part of; null when it was none of records. */
  change_uuid: string | null;
};

/**
 * What a stream of `GET /api/v2/live` tells, by the name of the message.
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
