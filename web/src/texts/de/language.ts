import type { Language } from '@rapport/contract/languages';

export const LANGUAGE: Language = 'de';
