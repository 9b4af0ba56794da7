/**
 * Markup that is safe to send. Only `html` makes it, so text from outside cannot become markup by
 * accident.
 */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type HtmlValue = Html | Html[] | string | number | null | undefined | false;

/**
 * Template tag for pages: html`<p>${name}</p>`. Text is escaped for element content and quoted
 * attributes alike. Html is inserted as it is; null, undefined and false insert nothing.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(strings.reduce((text, part, index) => text + toMarkup(values[index - 1]) + part));
}

function toMarkup(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((item) => item.text).join('');
  if (value === null || value === undefined || value === false) return '';
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
