/**
 * The reasons for not accepting a delivery. The list is closed, so a `switch` over it can be
 * complete.
 */
export type RefusalCode =
  | 'signature_missing'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'body_already_parsed'
  | 'body_empty'
  | 'body_not_json'
  | 'secret_empty'
  | 'secret_malformed'
  | 'timestamp_missing'
  | 'timestamp_stale'
  | 'duplicate_delivery';

/** A failed check, as a value. `message` tells the receiver's log what happened and what to do. */
export class Refusal {
  readonly ok = false;
  readonly code: RefusalCode;
  readonly message: string;

  constructor(code: RefusalCode, message: string) {
    this.code = code;
    this.message = message;
  }
}
