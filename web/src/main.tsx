import '@mantine/core/styles.layer.css';
import './layout/type.css';
import './layout/tokens.css';
import './layout/base.css';
import './layout/frame.css';
import './fields/fields.css';
import './lists/lists.css';
import './layout/tight.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { loadPartsWhenIdle } from './layout/later.tsx';
import { watchTyping } from './layout/typing.ts';
import { router } from './router.tsx';
import { colours, theme } from './theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce);

void start();

/** The frame of index.html stays until the first page and its styles are loaded. */
async function start(): Promise<void> {
  // Otherwise "Back" is lost while the first page is loading.
  router.history.subscribe(router.load);
  await Promise.all([styleSheet(), router.load()]);
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colours}
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
  watchTyping();
  loadPartsWhenIdle();
  // Only browsers with a secure connection have workers.
  void navigator.serviceWorker?.register('/offline.js').catch(() => {});
}

/** Resolves when the style sheet is loaded, or has failed to load. */
function styleSheet(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  return new Promise((resolve) => {
    if (!link || link.sheet) return resolve();
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
  });
}
