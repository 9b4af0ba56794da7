import type { MailProviderKey } from '@rapport/contract/mailboxes';

/** At whom a mailbox may sign in, as the operator calls them. */
export const mailProviders: { key: MailProviderKey; name: string }[] = read();

function read() {
  const told = document.querySelector<HTMLMetaElement>('meta[name=rapport-mail-providers]')?.content;
  // The pages of a developer are served without what the service tells.
  return told?.startsWith('%') ? JSON.parse(decodeURIComponent(told)) : [];
}

/** What a provider is called. */
export const providerName = (key: MailProviderKey) =>
  mailProviders.find((one) => one.key === key)?.name ?? key;
