import { Board } from '@rapport/contract/records/board';
import type { Api } from '../platform/http/api/api.ts';
import type { RecordsCore } from '../records/kind.ts';
import { boardRoute } from './deals/routes.ts';

export const schemas = [Board];

/** The routes beside those that every kind has. */
export function routes(api: Api, core: RecordsCore): void {
  boardRoute(api, core);
}
