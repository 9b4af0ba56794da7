import { useMe } from './session.ts';

/** For password managers, which keep a password with a name: the name in a form of the User that asks for a password alone. */
export function HiddenUsername() {
  const { data: me } = useMe();
  return <input hidden autoComplete="username" value={me?.email ?? ''} readOnly />;
}
