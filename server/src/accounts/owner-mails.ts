import type { Account, Login } from '@rapport/contract/accounts';
import type { Cause } from '../access/caller.ts';
import { sendMails } from '../mails/actions.ts';
import type { Core } from '../platform/core.ts';
import type { Transaction } from '../platform/database/database.ts';
import { type Mailer, nameInMail } from '../platform/mail/mailer.ts';
import { restorableUntil } from '../platform/time/deleted-lifetime.ts';
import { findOwnerEmails } from './queries.ts';

/** The core of each action that changes the owners of an Account. */
export type PeopleCore = Core & { mailer: Mailer };

/** A change that all owners of an Account hear of, so that none takes it from the others unseen. */
type News =
  | { what: 'owner_added' | 'owner_removed'; login: Login }
  | { what: 'deleted' | 'restored' | 'guarded'; account: Account };

/**
 * Mails all active owners, and an owner who was just removed, after the commit. Call it after the
 * change is stored, because it reads the owners then.
 */
export async function tellOwners(core: PeopleCore, tx: Transaction, cause: Cause, news: News): Promise<void> {
  const account = 'login' in news ? news.login.account : news.account;
  const emails = new Set(await findOwnerEmails(tx, account.uuid));
  if (news.what === 'owner_removed') emails.add(news.login.user.email);
  const mail = mailOf(core, cause, account, news);
  const mails = [...emails].map((to) => ({ to, ...mail }));
  await sendMails(core, tx, mails, { account_uuid: account.uuid });
}

function mailOf(core: Core, { actor }: Cause, { uuid, name }: Account, news: News) {
  const account = nameInMail(name);
  const who = actor.type === 'operator' ? 'The operator of Rapport' : nameInMail(actor.name);
  const user = 'login' in news ? `${nameInMail(news.login.user.name)} (${news.login.user.email})` : '';
  const isUnproven = 'login' in news && !news.login.user.email_verified;
  const unproven = isUnproven
    ? '\n\nNobody has proven that this address is theirs: make sure that it is the person you think of.'
    : '';
  const members = `${core.base_url}/accounts/${uuid}`;
  const deleted = `${core.base_url}/accounts`;
  const until = restorableUntil(core.clock.now()).slice(0, 10);
  const said = {
    owner_added: [
      `${account} has a new owner`,
      `${user} is an owner of ${account} now. By: ${who}.${unproven}`,
      members,
    ],
    owner_removed: [
      `${account} has lost an owner`,
      `${user} is no longer an owner of ${account}. By: ${who}.`,
      members,
    ],
    deleted: [
      `${account} was deleted`,
      `${account} was deleted with everything in it. By: ${who}. Its owners can restore it until ${until}.`,
      deleted,
    ],
    guarded:
      'account' in news && news.account.requires_second_factor
        ? [
            `${account} requires a second factor`,
            `Members now need a second factor to use ${account} on the pages. By: ${who}.`,
            members,
          ]
        : [
            `${account} no longer requires a second factor`,
            `Members no longer need a second factor to use ${account} on the pages. By: ${who}.`,
            members,
          ],
    restored: [`${account} was restored`, `${account} was restored. By: ${who}.`, members],
  }[news.what] as [string, string, string];
  const [subject, text, address] = said;
  return {
    subject,
    text: `${text}\n\nIf that is not right, act at once, or tell the operator of your Rapport:\n\n${address}\n`,
  };
}
