/**
 * The body of a delivery. `Data` is the record as the API returns it. To have `switch (event.event)` narrow `event.data`,
 * pass a union: `verify<WebhookEvent<'client.updated', Client> | WebhookEvent<'client.deleted', Client>>(…)`.
 */
export interface WebhookEvent<Name extends string = string, Data = Record<string, unknown>> {
  /** The event's identifier, the same in every attempt and every subscription; also sent as `webhook-id`. */
  uuid: string;
  /** `<resource>.<action>`, for example `client.updated`. */
  event: Name;
  /** ISO 8601 with offset and milliseconds. */
  created_at: string;
  account_uuid: string;
  /** The API request that caused the event. */
  request_id: string;
  actor: EventActor;
  /** The record after the change; its last state when it was deleted. */
  data: Data;
  /** The old values of the changed fields; null when the record was created. */
  previous: Partial<Data> | null;
  changed_fields: string[];
  /** Present when the body would have passed 256 KiB: `data` then holds only `uuid` and `url`. */
  truncated?: true;
}

/** Who caused the event. */
export interface EventActor {
  /** For example `personal_access_token`. */
  type: string;
  uuid: string;
  user_uuid: string;
  name: string;
}
