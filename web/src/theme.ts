import { createTheme, localStorageColorSchemeManager } from '@mantine/core';
import { common } from './texts/common.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** Names the close button for screen readers, because it shows only a cross. */
const closeButtonProps = { 'aria-label': common.close };

/** The head of a dialog is no second banner of the page. */
const ownHeader = { attributes: { header: { role: 'none' } } };

/** Inputs and choices run from right to left if their first letter does. */
const byFirstLetter = { defaultProps: { attributes: { input: { dir: 'auto' } } } };

/**
 * Colours, sizes and faces of letters are in `layout/tokens.css`, which overrides the library's.
 */
export const theme = createTheme({
  primaryColor: 'indigo',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  // Follows the system's setting for reduced motion.
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { closeButtonProps, ...ownHeader } },
    Drawer: { defaultProps: { closeButtonProps, ...ownHeader } },
    Notification: { defaultProps: { closeButtonProps } },
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
