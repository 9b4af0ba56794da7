import type { AnyKind } from '../records/kind.ts';
import { clients } from './clients/kind.ts';

/** Every kind of record, in the order in which documents and menus name them. */
export const KINDS: readonly AnyKind[] = [clients];
