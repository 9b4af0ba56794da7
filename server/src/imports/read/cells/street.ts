type Address = Record<string, string>;

/**
 * The address without what its street says again. Pipedrive writes the whole address into one cell,
 * beside those of its town and postal code.
 */
export function withoutRepeats(address: Address): Address {
  const { street = '', city, postal_code } = address;
  const parts = street.split(/, */);
  const at = parts.findIndex(
    (part, index) => index > 0 && (hasWord(part, city) || hasWord(part, postal_code)),
  );
  return at === -1 ? address : { ...address, street: parts.slice(0, at).join(', ') };
}

function hasWord(text: string, word: string | undefined): boolean {
  return word !== undefined && word !== '' && ` ${text} `.includes(` ${word} `);
}
