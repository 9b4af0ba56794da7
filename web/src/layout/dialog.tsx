import type { ModalProps } from '@mantine/core';
import { later } from './later.tsx';

/** A dialog over the page. Its script is loaded after the page, before anybody opens one. */
export const Dialog = later<ModalProps>(async () => (await import('./modal.tsx')).Modal);
