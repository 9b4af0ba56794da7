import { RECORDS } from '@rapport/contract/records/all';
import type { PageAddresses } from './platform/http/pages/web-pages.ts';

/**
 * The addresses that the pages know (`web/src/router.tsx`). Every other address belongs to the API
 * or does not exist.
 */
export const PAGE_ADDRESSES: PageAddresses = {
  outside: ['/first-run', '/forgot-password', '/reset-password', '/confirm-email', '/invitation'],
  inside: [
    '/',
    '/today',
    ...RECORDS.map(({ path }) => path.replace('/api/v2', '')).flatMap((path) => [path, `${path}/*`]),
    '/calendar',
    '/overview',
    '/reports',
    '/accounts',
    '/accounts/*',
    '/settings',
    '/settings/*',
    '/developers',
    '/developers/*',
  ],
};
