import { useMe } from './session.ts';

/**
 * Password managers keep a password with a name. This adds the User's name to a form that asks for
 * the password alone.
 */
export function HiddenUsername() {
  const { data: me } = useMe();
  return <input hidden autoComplete="username" value={me?.email ?? ''} readOnly />;
}
