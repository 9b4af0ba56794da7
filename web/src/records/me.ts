import { useOwnLogins } from '../accounts/own-login.ts';

/** The uuid of the User before the page; undefined until it is known. */
export function useMe(): string | undefined {
  return useOwnLogins()[0]?.user.uuid;
}
