import type { Language } from '@rapport/contract/languages';

/** The language of the texts in this folder. */
export const LANGUAGE: Language = 'en';
