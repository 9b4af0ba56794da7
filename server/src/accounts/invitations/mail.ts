import type { Invitation } from '@rapport/contract/invitations';
import { type Mail, nameInMail } from '../../platform/mail/mailer.ts';

export function invitationMail(
  { email, role }: Invitation,
  names: { sender: string; account: string },
  code: string,
  base_url: string,
): Mail {
  const account = nameInMail(names.account);
  return {
    to: email,
    subject: `You are invited to ${account}`,
    text:
      `${nameInMail(names.sender)} invites you to work with ${account} on Rapport, with the role ${role}.\n\n` +
      `Open this link within a week:\n\n${invitationLink(base_url, code)}\n`,
  };
}

/** The mail to a User who was added to an Account, and can accept or decline. */
export function pendingLoginMail(
  { email, role }: Invitation,
  names: { sender: string; account: string },
  base_url: string,
): Mail {
  const account = nameInMail(names.account);
  return {
    to: email,
    subject: `You are asked to join ${account}`,
    text:
      `${nameInMail(names.sender)} asks you to work with ${account} on Rapport, with the role ${role}.\n\n` +
      `Sign in to accept or decline, within a week:\n\n${base_url}/accounts\n`,
  };
}

export function invitationLink(base_url: string, code: string): string {
  return `${base_url}/invitation#code=${code}`;
}
