import { type CSSVariablesResolver, createTheme, localStorageColorSchemeManager } from '@mantine/core';
import { common } from './texts/common.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** Names the close button for screen readers, because it shows only a cross. */
const closeButtonProps = { 'aria-label': common.close };

/** The head of a dialog is no second banner of the page. */
const ownHeader = { attributes: { header: { role: 'none' } } };

/** Inputs and choices run from right to left if their first letter does. */
const byFirstLetter = { defaultProps: { attributes: { input: { dir: 'auto' } } } };

export const theme = createTheme({
  primaryColor: 'indigo',
  // Mantine's own shades have less contrast than WCAG AA requires.
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono", monospace',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.0625rem' }, h3: { fontSize: '0.9375rem' } },
  },
  cursorType: 'pointer',
  // Follows the system's setting for reduced motion.
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { closeButtonProps, ...ownHeader } },
    Drawer: { defaultProps: { closeButtonProps, ...ownHeader } },
    Notification: {
      defaultProps: { closeButtonProps },
      // Below a title it would have too little contrast.
      styles: { description: { color: 'var(--mantine-color-text)' } },
    },
    TextInput: byFirstLetter,
    Textarea: byFirstLetter,
    Select: byFirstLetter,
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': common.showPassword },
      },
    },
    // A placeholder for the focus is not allowed inside a menu, because it is no menu item.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});

const kept = localStorageColorSchemeManager();

/**
 * Stores the choice in the browser, and in a cookie for the sign-in pages, which run no script
 * (server/src/platform/http/pages/page.ts).
 */
export const colours: typeof kept = {
  ...kept,
  get: (otherwise) => {
    const scheme = kept.get(otherwise);
    // Sent at each visit, because the cookie could expire before the browser's storage.
    if (scheme !== otherwise) tellServer(scheme);
    return scheme;
  },
  set: (scheme) => {
    kept.set(scheme);
    tellServer(scheme);
  },
};

function tellServer(scheme: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: its alternative needs https and newer browsers
  document.cookie = `rapport_colours=${scheme}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

const COLOURS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'indigo', 'blue', 'grape', 'pink'];

/** Text colours with a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-8)',
    '--rapport-raised': 'var(--mantine-color-gray-0)',
    '--rapport-surface': 'var(--mantine-color-white)',
    '--rapport-card': 'var(--mantine-color-white)',
    '--rapport-line': 'var(--mantine-color-gray-3)',
    // With less black, yellow would have too little contrast.
    ...lightVariants((name) => `color-mix(in srgb, var(--mantine-color-${name}-9), black 30%)`),
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    // Each layer is lighter than the one below: page, surface, what lies on it.
    '--mantine-color-body': '#191919',
    '--rapport-surface': 'var(--mantine-color-dark-7)',
    '--rapport-raised': 'var(--mantine-color-dark-6)',
    '--rapport-card': 'var(--mantine-color-dark-5)',
    '--mantine-color-gray-light': 'var(--mantine-color-dark-5)',
    '--rapport-line': 'var(--mantine-color-dark-4)',
    ...lightVariants((name) => `var(--mantine-color-${name}-2)`),
  },
});

/** The text colours of badges, alerts and buttons in their light variant. */
function lightVariants(textColour: (name: string) => string): Record<string, string> {
  return Object.fromEntries(COLOURS.map((name) => [`--mantine-color-${name}-light-color`, textColour(name)]));
}
