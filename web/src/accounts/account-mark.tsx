import { initialsOf } from '../layout/initials.ts';

/** The initials of an Account. */
export function AccountMark({ name }: { name: string }) {
  return <span className="account-mark" aria-hidden data-initials={initialsOf(name, 'company')} />;
}
