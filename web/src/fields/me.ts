import { useOwnLogins } from '../accounts/own-login.ts';

/** Returns the uuid of the signed-in User. Undefined until it is known. */
export function useMe(): string | undefined {
  return useOwnLogins()[0]?.user.uuid;
}
