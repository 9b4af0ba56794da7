const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** The charset that HTTP and databases mean by Latin-1. */
const windows1252Decoder = new TextDecoder('windows-1252');

export function bytesOfText(text: string): Uint8Array {
  return utf8Encoder.encode(text);
}

/** Decodes UTF-8. U+FFFD replaces broken bytes, and a byte order mark stays. */
export function textOfBytes(bytes: Uint8Array): string {
  return utf8Decoder.decode(bytes);
}

/** Decodes base64 or base64url into characters 0 to 255. Empty for any other text. */
export function binaryOfBase64(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}

/** Decodes hex into characters 0 to 255. Empty for any other text. */
export function binaryOfHex(text: string): string {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return '';
  return text.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
}

/** Encodes characters 0 to 255 as lowercase hex. */
export function hexOfBinary(binary: string): string {
  return Array.from(binary, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

export function bytesOfBinary(binary: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(binary, (byte) => byte.charCodeAt(0));
}

export function textOfWindows1252(bytes: Uint8Array): string {
  return windows1252Decoder.decode(bytes);
}

/**
 * Encodes a text in Windows-1252, with the control characters of Latin-1 in its gaps. Returns no
 * bytes when the charset lacks a character.
 */
export function bytesOfWindows1252(text: string): Uint8Array {
  const alphabet = textOfWindows1252(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const bytes = Array.from(text, (character) => {
    const byte = alphabet.indexOf(character);
    return byte === -1 ? character.charCodeAt(0) : byte;
  });
  return Uint8Array.from(bytes.some((byte) => byte > 0xff) ? [] : bytes);
}
