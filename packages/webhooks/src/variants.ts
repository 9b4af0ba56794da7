/** A mishap that a delivery may suffer before it is verified; `genuine` for none. */
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
 * A body, signature or secret to try in place of the given one: the value that `mishap` would have
 * turned into it. The given value itself has the mishap `genuine`.
 */
export interface Variant {
  value: string;
  mishap: Mishap;
  text: string;
}

/** Drops repeated values, because each value costs a hash later. */
export function distinct(variants: readonly Variant[]): Variant[] {
  return variants.filter(({ value }, i) => variants.findIndex((other) => other.value === value) === i);
}
