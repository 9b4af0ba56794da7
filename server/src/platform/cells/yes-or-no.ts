const YES = words('true yes y 1 x on ✓ ✔ ja j wahr oui vrai sí si verdadero vero sim verdadeiro waar');
const NO = words('false no n 0 off nein falsch non faux falso não nee onwaar');

/** Whether a text is yes or no and nothing else, in the languages of spreadsheets; else null. */
export function yesOrNoIn(text: string): boolean | null {
  const plain = text.trim().toLowerCase();
  return YES.has(plain) ? true : NO.has(plain) ? false : null;
}

function words(text: string): Set<string> {
  return new Set(text.split(' '));
}
