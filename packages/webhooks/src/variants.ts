/** A mishap of a delivery on its way into the check; `genuine` for none. */
export type Mishap =
  | 'genuine'
  | 'line_break'
  | 'charset'
  | 'reserialised'
  | 'double_encoded'
  | 'signature_upper_case'
  | 'signature_base64'
  | 'signature_decorated'
  | 'secret_decorated'
  | 'secret_decoded';

/**
 * A body, signature or secret as it may have been before the mishap. The one as given is `genuine`.
 */
export interface Variant {
  value: string;
  mishap: Mishap;
  text: string;
}

/** Without those that only repeat an earlier value: each is hashed later. */
export function distinct(variants: readonly Variant[]): Variant[] {
  return variants.filter(({ value }, i) => variants.findIndex((other) => other.value === value) === i);
}
