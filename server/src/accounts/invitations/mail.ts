import type { Role } from '@rapport/contract/accounts';
import type { Invitation } from '@rapport/contract/invitations';
import { type Mail, nameInMail } from '../../platform/mail/mailer.ts';

/** The names of roles, as the German pages have them. */
const GERMAN_ROLES: Record<Role, string> = {
  owner: 'Inhaberschaft',
  admin: 'Administration',
  member: 'Bearbeitung',
  viewer: 'Lesezugriff',
};

export function invitationMail(
  { email, role }: Invitation,
  names: { sender: string; account: string },
  code: string,
  base_url: string,
): Mail {
  const [sender, account] = [nameInMail(names.sender), nameInMail(names.account)];
  const link = invitationLink(base_url, code);
  return {
    to: email,
    words: {
      en: {
        subject: `You are invited to ${account}`,
        text:
          `${sender} invites you to work with ${account} on Rapport, with the role ${role}.\n\n` +
          `Open this link within a week:\n\n${link}\n`,
      },
      de: {
        subject: `Sie sind zu „${account}“ eingeladen`,
        text:
          `${sender} lädt Sie in den Account „${account}“ bei Rapport ein. Ihre Rolle: ${GERMAN_ROLES[role]}.\n\n` +
          `Öffnen Sie diesen Link innerhalb einer Woche:\n\n${link}\n`,
      },
    },
  };
}

/** The mail to a User who was added to an Account, and can accept or decline. */
export function pendingLoginMail(
  { email, role }: Invitation,
  names: { sender: string; account: string },
  base_url: string,
): Mail {
  const [sender, account] = [nameInMail(names.sender), nameInMail(names.account)];
  return {
    to: email,
    words: {
      en: {
        subject: `You are asked to join ${account}`,
        text:
          `${sender} asks you to work with ${account} on Rapport, with the role ${role}.\n\n` +
          `Sign in to accept or decline, within a week:\n\n${base_url}/accounts\n`,
      },
      de: {
        subject: `Sie sind zu „${account}“ eingeladen`,
        text:
          `${sender} bittet Sie, im Account „${account}“ bei Rapport mitzuarbeiten. Ihre Rolle: ${GERMAN_ROLES[role]}.\n\n` +
          `Melden Sie sich innerhalb einer Woche an, um anzunehmen oder abzulehnen:\n\n${base_url}/accounts\n`,
      },
    },
  };
}

export function invitationLink(base_url: string, code: string): string {
  return `${base_url}/invitation#code=${code}`;
}
