/**
 * Prints text for a person, or one JSON object, on standard output. No text can steer the terminal.
 */
export function print(text: string): void {
  console.log(harmless(text));
}

/** Prints on standard error. */
export function printError(text: string): void {
  console.error(harmless(text));
}

/**
 * Escapes control characters and line breaks as JSON does, for a text that must stay on one line,
 * such as a token's name.
 */
export function visible(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, escaped);
}

/**
 * Keeps the lines and tabs of foreign texts, such as a receiver's answer. Other control characters
 * could rename the window or clear the screen.
 */
function harmless(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\p{Cc}/gu, (character) => ('\n\t'.includes(character) ? character : escaped(character)));
}

/** Inside a JSON string this escape means the character itself. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
