/** The answer in a browser: a page, or the target of a redirect. */
export type Visit = { status: number; headers: Headers; text: string; location: string | null };

/**
 * A browser without a screen. It keeps cookies, reads forms, and follows redirects only when asked.
 * Two of them have separate cookies, like two people.
 */
export class TestBrowser {
  readonly origin: string;
  readonly cookies = new Map<string, string>();

  constructor(origin: string) {
    this.origin = origin;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Visit> {
    return this.#send(path, { headers });
  }

  async post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Visit> {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  /** Posts the text of a form unchanged. */
  async postText(path: string, form: string): Promise<Visit> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.#send(path, { method: 'POST', body: form, headers });
  }

  /**
   * Submits the form of a page with its hidden fields and what is ticked in it, but for what is
   * named in `unticked`; `fields` replace fields of the same name.
   */
  async submit(page: Visit, fields: Record<string, string>, unticked: string[] = []): Promise<Visit> {
    const ticked = tickedFields(page.text).filter(([name]) => !unticked.includes(name));
    const filled = { ...hiddenFields(page.text), ...Object.fromEntries(ticked) };
    return this.post(formAction(page.text), { ...filled, ...fields });
  }

  /** Follows redirects while they stay on this origin. */
  async follow(visit: Visit): Promise<Visit> {
    let at = visit;
    while (at.location !== null && new URL(at.location, this.origin).origin === this.origin)
      at = await this.get(at.location);
    return at;
  }

  async signIn(credentials: { email: string; password: string }): Promise<Visit> {
    return this.submit(await this.get('/sign-in'), credentials);
  }

  async #send(path: string, init: RequestInit): Promise<Visit> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) };
    const response = await fetch(new URL(path, this.origin), { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get('location'),
    };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    const expires = attributes
      .find((attribute) => attribute.startsWith('Expires='))
      ?.slice('Expires='.length);
    if (expires !== undefined && Date.parse(expires) <= 0) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

/** The values of the hidden fields of a page's form. */
export function hiddenFields(page: string): Record<string, string> {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name!, decodeEntities(value!)]));
}

/** What a page has ticked, and may be unticked. */
export function tickedFields(page: string): [name: string, value: string][] {
  const inputs = page.matchAll(/<input type="(?:checkbox|radio)"([^>]*) name="([^"]+)"([^>]*)>/g);
  return [...inputs]
    .map(([, before, name, after]) => ({ name: name!, attributes: `${before}${after}` }))
    .filter(({ attributes }) => /\bchecked\b/.test(attributes))
    .map(({ name, attributes }) => [name, /value="([^"]*)"/.exec(attributes)?.[1] ?? 'on']);
}

function formAction(page: string): string {
  const action = /<form method="post" action="([^"]*)">/.exec(page)?.[1];
  if (action === undefined) throw new Error(`There is no form in:\n${page}`);
  return decodeEntities(action);
}

function decodeEntities(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
