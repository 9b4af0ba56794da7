import type { Actor, EventData } from './catalogue.ts';

/**
 * Any event of the catalogue. `switch (event.event)` narrows `event.data`. Later services may send
 * more events, so keep a `default`.
 */
export type RapportEvent = {
  [Name in keyof EventData]: WebhookEvent<Name, EventData[Name]>;
}[keyof EventData];

/** The body of a delivery. `Data` is the record as the API returns it. */
export interface WebhookEvent<Name extends string = string, Data = Record<string, unknown>> {
  /**
   * The event's identifier, the same in every attempt and every subscription. Also sent as
   * `webhook-id`.
   */
  uuid: string;
  /** `<resource>.<action>`, for example `client.updated`. */
  event: Name;
  /** ISO 8601 with offset and milliseconds. */
  created_at: string;
  account_uuid: string;
  /** The API request that caused the event. */
  request_id: string;
  /** The change that the event is a part of. Events from before this field have none. */
  change_uuid?: string;
  /** Present when a rule of Rapport did it, in answer to another event. */
  because_of?: { event_uuid: string; depth: number };
  /** Present when it was proposed: `actor` accepted it. */
  proposal?: { uuid: string; proposed_by: Actor };
  /** The actor that caused the event. */
  actor: Actor;
  /** The record after the change, or its last state when it was deleted. */
  data: Data;
  /** The old values of the changed fields. Null when the record was created or deleted. */
  previous: Partial<Data> | null;
  changed_fields: string[];
  /** Present in a test event, which no change caused. */
  test?: true;
  /** Present when the body would exceed 256 KiB. `data` then holds only `uuid` and `url`. */
  truncated?: true;
}
