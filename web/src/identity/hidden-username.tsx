import { useMe } from './session.ts';

/**
 * Adds the User's e-mail address to a form that asks only for the password, because password
 * managers store a password together with a name.
 */
export function HiddenUsername() {
  const { data: me } = useMe();
  return <input hidden autoComplete="username" value={me?.email ?? ''} readOnly />;
}
