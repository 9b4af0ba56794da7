/** A statement to prove: one of `macs_hex` is the HMAC-SHA256 of `message`. */
export interface Claim {
  /** The key's bytes as characters 0 to 255, so that a secret used as ASCII is its own key. */
  key: string;
  message: Uint8Array;
  /** Each 64 lowercase hex digits. */
  macs_hex: readonly string[];
}

/**
 * Claims that must all be true: those of a delivery under one secret, or those of one guess at a
 * mishap.
 */
export interface Candidate {
  claims: readonly Claim[];
}
