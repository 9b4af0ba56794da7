import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { common } from './texts/common.ts';

/** Otherwise it is a cross without a name. */
const closeButtonProps = { 'aria-label': common.close };

export const theme = createTheme({
  primaryColor: 'indigo',
  // Mantine's own shades stay below the contrast that WCAG AA asks for.
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono", monospace',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.0625rem' }, h3: { fontSize: '0.9375rem' } },
  },
  cursorType: 'pointer',
  components: {
    Modal: { defaultProps: { closeButtonProps } },
    Drawer: { defaultProps: { closeButtonProps } },
    Notification: { defaultProps: { closeButtonProps } },
    // A place for the focus that is no item has no business in a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});

const COLOURS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'indigo', 'blue', 'grape'];

/** Text colours with a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-8)',
    '--rapport-raised': 'var(--mantine-color-gray-0)',
    ...lightVariants((name) => `color-mix(in srgb, var(--mantine-color-${name}-9), black 20%)`),
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    '--rapport-raised': 'var(--mantine-color-dark-6)',
    ...lightVariants((name) => `var(--mantine-color-${name}-2)`),
  },
});

/** The text colour of badges, alerts and buttons in their light variant. */
function lightVariants(textColour: (name: string) => string): Record<string, string> {
  return Object.fromEntries(COLOURS.map((name) => [`--mantine-color-${name}-light-color`, textColour(name)]));
}
