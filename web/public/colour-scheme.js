// Before the first paint, so that a dark page does not flash white. The pages' own scripts come later.
(() => {
  const kept = localStorage.getItem('mantine-color-scheme-value');
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
