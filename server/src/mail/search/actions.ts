import type { Beside } from '../../records/search/beside.ts';
import { shownMail } from '../mails/rules.ts';
import { findMails } from './queries.ts';
import { hitOf } from './rules.ts';

/** Mails, as the search of all records finds them: by what the caller may read of each. */
export const MAILS_SEARCHED: Beside = {
  name: 'mail',
  found_by: ['client', 'contact'],
  search: async (db, { user_uuid, reach }, asked) => {
    const rows = await findMails(db, { user_uuid, reach }, asked);
    return rows.map((row) => hitOf(shownMail(row, user_uuid)));
  },
};
