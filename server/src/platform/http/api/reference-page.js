// Runs in the browser, on the reference page. Gives it the colours that the User chose on our other
// pages, and a way back to them.
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
  const header = document.createElement('header');
  header.append(brand, back);
  document.body.prepend(header);
  document.head.append(
    Object.assign(document.createElement('meta'), {
      name: 'viewport',
      content: 'width=device-width, initial-scale=1',
    }),
  );
}
