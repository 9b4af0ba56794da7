import type { ImapFlow } from 'imapflow';

/** The folders that are read: the inbox, and where sent mail lies, if that is known. */
export async function findFolders(client: ImapFlow): Promise<{ inbox: string; sent: string | null }> {
  const folders = await client.list();
  const sent = folders.find(({ specialUse, flags }) => specialUse === '\\Sent' && !flags.has('\\Noselect'));
  return { inbox: 'INBOX', sent: sent?.path ?? null };
}
