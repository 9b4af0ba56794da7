// Runs in the browser, on every page of the site. Gives it the colours that the User chose on our
// other pages, a button to copy each block of code, with a token of one's own, and requests to try.
{
  const product = new URL('../', document.currentScript.src).pathname;

  const kept = localStorage.getItem('mantine-color-scheme-value');
  if (kept === 'light' || kept === 'dark') document.documentElement.style.colorScheme = kept;

  const made = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  /** For what is copied and tried. A pasted one is gone with the page. */
  let token = '';

  /** Where one that was made here waits for the next page of this tab. */
  const TOKEN_KEY = 'rapport-docs-token';

  const api = (method, path, { body, ...headers } = {}) =>
    fetch(`${product}api/v2/${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });

  document.addEventListener('DOMContentLoaded', () => {
    for (const block of document.querySelectorAll('pre')) addCopy(block);
    const first = [...document.querySelectorAll('pre')].find((one) =>
      one.textContent.includes('RAPPORT_TOKEN'),
    );
    if (first) addTokenBar(first.closest('section') ?? first.closest('.code'));
    for (const form of document.querySelectorAll('form.try')) makeTryable(form);
    // A link to a group of operations shows them.
    const opened = location.hash && document.querySelector(`details${location.hash}`);
    if (opened) opened.open = true;
  });

  function addCopy(block) {
    const button = made('button', { type: 'button', className: 'copy', textContent: 'Copy' });
    button.onclick = async () => {
      await navigator.clipboard.writeText(globalThis.filledWith(block.textContent, token));
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    };
    const box = made('div', { className: 'code' });
    block.replaceWith(box);
    box.append(block, button);
  }

  function addTokenBar(before) {
    const status = made('span', { role: 'status' });
    // Not a password field: the browser would offer to keep it.
    const field = made('input', {
      type: 'text',
      autocomplete: 'off',
      spellcheck: false,
      placeholder: 'rpt_pat_…',
      ariaLabel: 'Token for what you copy',
      oninput: () => {
        token = field.value.trim();
        status.textContent = token === '' ? '' : 'It is in what you copy from now on.';
      },
    });
    const say = () => {
      field.value = '';
      status.replaceChildren(
        'One that ends in a day is in what you copy. ',
        made('a', { href: `${product}settings/account-details`, textContent: 'Revoke it' }),
      );
    };
    const maker = (label, scope) =>
      made('button', { type: 'button', textContent: label, onclick: () => makeToken(scope, say, status) });
    before.before(
      made(
        'section',
        { className: 'token', ariaLabel: 'Token' },
        made('span', { textContent: 'Token for what you copy:' }),
        field,
        maker('Make one that reads', 'read'),
        maker('Make one that reads and writes', 'write'),
        status,
      ),
    );
    void recall(say);
  }

  /** Makes a token of a day for whoever is signed in. Only this tab and what is copied have it. */
  async function makeToken(scope, say, status) {
    const expires_at = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
    const body = { name: 'Examples of the reference', scope, expires_at };
    const answer = await api('POST', 'personal-access-tokens', { body });
    const { data, detail } = await answer.json();
    token = data?.token ?? '';
    if (data) {
      sessionStorage.setItem(TOKEN_KEY, token);
      return say();
    }
    const back = encodeURIComponent(location.pathname);
    const signIn = made('a', { href: `${product}sign-in?return_to=${back}`, textContent: 'Sign in' });
    status.replaceChildren(`${detail} `, signIn);
  }

  /** Takes a token that was made on another page, while who made it is signed in here. */
  async function recall(say) {
    const waiting = sessionStorage.getItem(TOKEN_KEY);
    if (!waiting) return;
    const users = [await api('GET', 'me'), await api('GET', 'me', { authorization: `Bearer ${waiting}` })];
    const [signedIn, maker] = await Promise.all(users.map((answer) => answer.json()));
    if (!signedIn.data || signedIn.data.uuid !== maker.data?.uuid)
      return sessionStorage.removeItem(TOKEN_KEY);
    token = waiting;
    say();
  }

  function makeTryable(form) {
    const shown = form.querySelector('[role=status]');
    form.hidden = false;
    form.onsubmit = async (event) => {
      event.preventDefault();
      const values = Object.fromEntries(new FormData(form));
      const path = form.dataset.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]));
      const query = values['?'] ? `?${values['?']}` : '';
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(values.body && { 'content-type': 'application/json' }),
      };
      const sent = { method: form.dataset.method, headers, body: values.body };
      const answer = await fetch(path + query, sent).catch((error) => error);
      if (answer instanceof Error) return shown.replaceChildren(`There was no answer: ${answer.message}`);
      shown.replaceChildren(
        made('p', {}, made('b', { textContent: `${answer.status} ${answer.statusText}` })),
        made('pre', { tabIndex: 0, textContent: readable(await answer.text()) }),
      );
    };
  }

  function readable(text) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }
}
