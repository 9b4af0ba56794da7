/** Prints for a person, or one JSON object, on standard output. Nothing in it steers the terminal, whoever wrote it. */
export function print(text: string): void {
  console.log(harmless(text));
}

/** The same on standard error. */
export function printError(text: string): void {
  console.error(harmless(text));
}

/** Every control character as JSON escapes it, also line breaks: for what must stay on its line, such as the name of a token. */
export function visible(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, escaped);
}

/** What others wrote, such as the answer of a receiver, has lines and tabs, and could else rename the window or clear the screen. */
function harmless(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\p{Cc}/gu, (character) => ('\n\t'.includes(character) ? character : escaped(character)));
}

/** Inside a JSON string it means the character. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
