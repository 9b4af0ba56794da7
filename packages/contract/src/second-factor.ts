import type { Static } from 'typebox';
import { Closed, Nullable, Text, Timestamp } from './fields.ts';
import { Type } from './json-schema.ts';

/** A User's second factor, as the pages show it. */
export const SecondFactor = Type.Object({
  enabled_at: Nullable(Timestamp('Since when it counts. Null: it is off.')),
  recovery_codes_left: Type.Integer({ description: 'Recovery codes that were not used.' }),
});
export type SecondFactor = Static<typeof SecondFactor>;

/**
 * The secret and the address for an authenticator app. They are shown until the first code confirms
 * them, and never again.
 */
export type SecondFactorSetup = { secret: string; uri: string };

/** The new recovery codes. This answer is the only one that shows them. */
export type RecoveryCodes = { recovery_codes: string[] };

/** The maximum length of an app's code or a recovery code, in characters. */
export const CODE_MAX_LENGTH = 40;

export const SecondFactorCode = Closed({
  code: Text(CODE_MAX_LENGTH, 'The code that the app shows, or a recovery code.', { min: 1 }),
});
