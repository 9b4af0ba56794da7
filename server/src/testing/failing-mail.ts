import type { Queryable } from '../platform/database/database.ts';
import type { Mailer } from '../platform/mail/mailer.ts';

/**
 * A mail server that fails every mail, and a database that fails one statement after each failed
 * mail.
 */
export function failingMail(working: Queryable): { db: Queryable; mailer: Mailer } {
  let failing = false;
  const db: Queryable = {
    transaction: working.transaction,
    query: (statement) => {
      if (!failing) return working.query(statement);
      failing = false;
      return Promise.reject(new Error('Connection terminated unexpectedly'));
    },
  };
  const send = async () => {
    failing = true;
    return false;
  };
  return { db, mailer: { proves_addresses: true, send } };
}
