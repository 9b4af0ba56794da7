import type { Account, Login } from '@rapport/contract/accounts';
import type { Cause } from '../access/caller.ts';
import { sendMails } from '../mails/actions.ts';
import type { Core } from '../platform/core.ts';
import type { Transaction } from '../platform/database/database.ts';
import { type Mail, type Mailer, nameInMail } from '../platform/mail/mailer.ts';
import { restorableUntil } from '../platform/time/deleted-lifetime.ts';
import { sayGermanDay } from '../platform/time/times.ts';
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

function mailOf(core: Core, { actor }: Cause, { uuid, name }: Account, news: News): Pick<Mail, 'words'> {
  const isMembers = news.what !== 'deleted';
  const page = `${core.base_url}/accounts${isMembers ? `/${uuid}` : ''}`;
  const isOperator = actor.type === 'operator';
  const who = nameInMail(actor.name);
  const told = {
    account: nameInMail(name),
    user: 'login' in news ? `${nameInMail(news.login.user.name)} (${news.login.user.email})` : '',
    isUnproven: 'login' in news && !news.login.user.email_verified,
    isGuarded: 'account' in news && news.account.requires_second_factor,
    until: restorableUntil(core.clock.now()).slice(0, 10),
  };
  const english = sayInEnglish(told, isOperator ? 'The operator of Rapport' : who)[news.what];
  const german = sayInGerman(told, isOperator ? 'die Systembetreuung von Rapport' : who)[news.what];
  return {
    words: {
      en: {
        subject: english[0],
        text: `${english[1]}\n\nIf that is not right, act at once, or tell the operator of your Rapport:\n\n${page}\n`,
      },
      de: {
        subject: german[0],
        text: `${german[1]}\n\nIst das nicht richtig, handeln Sie sofort, oder wenden Sie sich an die Systembetreuung:\n\n${page}\n`,
      },
    },
  };
}

type Told = { account: string; user: string; isUnproven: boolean; isGuarded: boolean; until: string };

/** The subject and the first sentences of each mail. */
type Said = Record<News['what'], [string, string]>;

function sayInEnglish({ account, user, isUnproven, isGuarded, until }: Told, who: string): Said {
  const unproven =
    '\n\nNobody has proven that this address is theirs: make sure that it is the person you think of.';
  const guarded: [string, string] = isGuarded
    ? [
        `${account} requires a second factor`,
        `Members now need a second factor to use ${account} on the pages. By: ${who}.`,
      ]
    : [
        `${account} no longer requires a second factor`,
        `Members no longer need a second factor to use ${account} on the pages. By: ${who}.`,
      ];
  return {
    owner_added: [
      `${account} has a new owner`,
      `${user} is an owner of ${account} now. By: ${who}.${isUnproven ? unproven : ''}`,
    ],
    owner_removed: [
      `${account} has lost an owner`,
      `${user} is no longer an owner of ${account}. By: ${who}.`,
    ],
    deleted: [
      `${account} was deleted`,
      `${account} was deleted with everything in it. By: ${who}. Its owners can restore it until ${until}.`,
    ],
    guarded,
    restored: [`${account} was restored`, `${account} was restored. By: ${who}.`],
  };
}

function sayInGerman({ account, user, isUnproven, isGuarded, until }: Told, who: string): Said {
  const unproven =
    '\n\nOb diese Adresse der Person gehört, ist nicht bestätigt: Prüfen Sie, ob es die richtige ist.';
  const guarded: [string, string] = isGuarded
    ? [
        `„${account}“ verlangt einen zweiten Faktor`,
        `Mitglieder brauchen jetzt einen zweiten Faktor, um „${account}“ im Browser zu nutzen. Durch: ${who}.`,
      ]
    : [
        `„${account}“ verlangt keinen zweiten Faktor mehr`,
        `Mitglieder brauchen keinen zweiten Faktor mehr, um „${account}“ im Browser zu nutzen. Durch: ${who}.`,
      ];
  return {
    owner_added: [
      `Neue Inhaberschaft von „${account}“`,
      `${user} hat jetzt die Rolle Inhaberschaft in „${account}“. Durch: ${who}.${isUnproven ? unproven : ''}`,
    ],
    owner_removed: [
      `Eine Inhaberschaft von „${account}“ ist beendet`,
      `${user} hat die Rolle Inhaberschaft in „${account}“ nicht mehr. Durch: ${who}.`,
    ],
    deleted: [
      `„${account}“ wurde gelöscht`,
      `„${account}“ wurde mit allem darin gelöscht. Durch: ${who}. Mit der Rolle Inhaberschaft lässt sich der Account bis zum ${sayGermanDay(until)} wiederherstellen.`,
    ],
    guarded,
    restored: [
      `„${account}“ wurde wiederhergestellt`,
      `„${account}“ wurde wiederhergestellt. Durch: ${who}.`,
    ],
  };
}
