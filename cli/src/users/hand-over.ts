import type { User } from '@rapport/contract/accounts';
import { operator } from '../../../server/src/access/caller.ts';
import { listAccountsOf } from '../../../server/src/accounts/look-ups.ts';
import { endFeedOfUser } from '../../../server/src/calendar/actions.ts';
import type { RevokeAccess } from '../../../server/src/identity/profile/actions.ts';
import { handOver } from '../../../server/src/identity/profile/hand-over.ts';
import { revokeGrantsOf } from '../../../server/src/oauth/grants/actions.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import { revokeTokensOfUser } from '../../../server/src/tokens/personal/actions.ts';
import { disableSubscriptions } from '../../../server/src/webhooks/subscriptions/actions.ts';
import type { OutputOptions } from '../output.ts';
import { type CommandService, run } from '../run.ts';
import { Verb } from '../verb.ts';
import { shellWord } from '../words.ts';

type Options = OutputOptions & { email: string };
type HandedOver = User & { link: string; accounts: string[] };

export function handOverCommand(): Verb {
  return new Verb('hand-over')
    .description(
      'Give a User to whoever owns its address, because somebody else took it. All that let the other in ends.',
    )
    .requiredOption('--email <email>', 'the address of the User')
    .notes(`
Make sure first that it is the owner of the address who asks. The password, the second factor,
sessions, tokens, applications, webhooks and the calendar feed of before end, and the address counts as proven.`)
    .examples('users hand-over --email eli@example.com', 'users hand-over --email eli@example.com --json')
    .action((options: Options) => run(options, (service) => handOverTo(service, options.email), tell));
}

async function handOverTo(service: CommandService, email: string): Promise<HandedOver | Problem> {
  const endAccess: RevokeAccess = async (tx, cause, user_uuid) => {
    await revokeGrantsOf(service, tx, cause, { user_uuid }, 'password_changed');
    await revokeTokensOfUser(service, tx, cause, user_uuid);
    await endFeedOfUser(service, tx, cause, user_uuid);
    await disableSubscriptions(service, tx, { user_uuid, oauth_client_uuid: null }, 'by_user');
  };
  const user = await handOver({ ...service, endAccess }, operator('users hand-over'), email);
  if (user instanceof Problem) return user;
  return { ...user, accounts: (await listAccountsOf(service.db, user.uuid)).map(({ name }) => name) };
}

function tell({ email, link, accounts }: HandedOver): string {
  const works =
    accounts.length === 0
      ? ''
      : `
This User works in: ${accounts.join(', ')}. To end that where it is not theirs:
  npx rapport logins remove --account UUID --email ${shellWord(email)}
`;
  return `Whoever used ${email} until now is locked out. Give this link to the owner of the address.
It sets a new password, once, within an hour:

  ${link}
${works}`;
}
