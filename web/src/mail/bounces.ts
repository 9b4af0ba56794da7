import { BOUNCES_ASKED_MAX, type MailBounce } from '@rapport/contract/mail';
import { useQuery } from '@tanstack/react-query';
import { reads } from '../api/queries.ts';

/** What is known of addresses at which mail does not arrive: by address in lower case. */
export function useBounces(account_uuid: string, asked: string[]): Map<string, MailBounce> {
  const all = [...new Set(asked.map((address) => address.trim().toLowerCase()))];
  // A comma stands between addresses, and is in none that a person has.
  const addresses = all.filter((one) => one.includes('@') && !one.includes(','));
  const parameters = { account_uuid, addresses: addresses.sort().slice(0, BOUNCES_ASKED_MAX).join() };
  const { data = [] } = useQuery({
    ...reads<MailBounce[]>(['mails', 'bounces', parameters.addresses], '/api/v2/mail-bounces', parameters),
    enabled: addresses.length > 0,
  });
  return new Map(data.map((bounce) => [bounce.address.toLowerCase(), bounce]));
}
