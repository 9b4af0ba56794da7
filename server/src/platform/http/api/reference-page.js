// Runs in the browser, on the reference page. Gives it the colours that the User chose on our other
// pages, a way back to them, and each operation as a command or program to copy.
{
  const kept = localStorage.getItem('mantine-color-scheme-value');
  const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(isDark ? 'dark-mode' : 'light-mode');

  // From /docs/static/theme/.
  const product = new URL('../../../', document.currentScript.src).pathname;
  const icon = Object.assign(new Image(24, 24), { src: `${product}favicon.svg`, alt: '' });
  const brand = Object.assign(document.createElement('a'), { href: product, className: 'brand' });
  brand.append(icon, 'Rapport');
  const back = Object.assign(document.createElement('a'), {
    href: `${product}developers`,
    textContent: '← Developers',
  });
  const guides = Object.assign(document.createElement('a'), {
    href: `${product}docs/guides`,
    textContent: 'Guides, events, problems, search',
  });
  const header = document.createElement('header');
  header.append(brand, back, guides);
  document.body.prepend(header);
  document.head.append(
    Object.assign(document.createElement('meta'), {
      name: 'viewport',
      content: 'width=device-width, initial-scale=1',
    }),
  );

  /** For what is copied. It is kept in this page alone, and gone with it. */
  let token = '';

  const made = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
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
  const maker = (label, scope) =>
    made('button', { type: 'button', textContent: label, onclick: () => makeToken(scope) });
  document.body.insertBefore(
    made(
      'section',
      { className: 'token', ariaLabel: 'Token' },
      made('span', { textContent: 'Token for what you copy:' }),
      field,
      maker('Make one that reads', 'read'),
      maker('Make one that reads and writes', 'write'),
      status,
    ),
    header.nextSibling,
  );

  /** Makes a token of a day for whoever is signed in. Only this page and what is copied have it. */
  async function makeToken(scope) {
    const expires_at = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
    const answer = await fetch(`${product}api/v2/personal-access-tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Examples of the reference', scope, expires_at }),
    });
    const { data, detail } = await answer.json();
    field.value = '';
    token = data?.token ?? '';
    const leads = (href, textContent) => made('a', { href: product + href, textContent });
    if (data)
      status.replaceChildren(
        'It ends in a day and is in what you copy. ',
        leads('settings/account-details', 'Revoke it'),
      );
    else status.replaceChildren(`${detail} `, leads('sign-in?return_to=%2Fdocs', 'Sign in'));
  }

  let description;

  async function copy(path, method, language, button) {
    description ??= fetch(`${product}api/openapi.json`).then((answer) => answer.json());
    const text = globalThis.snippetsOf(await description, path, method, token)[language];
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = language;
    }, 2000);
  }

  function addSnippets(body) {
    const block = body.closest('.opblock');
    const path = block.querySelector('[data-path]').dataset.path;
    const method = block.querySelector('.opblock-summary-method').textContent.toLowerCase();
    const isJson = !block.querySelector(
      '.body-param-content-type select option:not([value="application/json"])',
    );
    const languages = isJson ? ['curl', 'TypeScript', 'Python'] : ['curl'];
    const buttons = languages.map((language) => {
      const button = made('button', { type: 'button', textContent: language });
      button.onclick = () => copy(path, method, language, button);
      return button;
    });
    body.prepend(made('div', { className: 'snippets' }, 'Copy as ', ...buttons));
  }

  new MutationObserver(() => {
    for (const body of document.querySelectorAll('.opblock-body:not(:has(> .snippets))')) addSnippets(body);
  }).observe(document.body, { childList: true, subtree: true });
}
