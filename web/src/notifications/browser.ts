import type { Notification as Told, UnreadNotifications } from '@rapport/contract/notifications';
import { useEffect } from 'react';
import { get, request } from '../api/request.ts';
import { keep, readKept } from '../layout/kept.ts';
import { abilityOf } from '../layout/notifying.ts';
import { addressOf, sayNotification, searchOf } from './say.ts';

/** The newest notification that this browser knows. Older ones are no news. */
const KNOWN = 'notified';

/** More at once would bury the screen. The bell has the others. */
const SHOWN_MAX = 3;

/** In this time the window that the User looks at notes what it shows as seen. */
const OTHERS_MS = 1_000;

/**
 * Shows by the browser what is new, unless the User looks at a window of it: there is the bell. The
 * first answer in a browser is no news.
 */
export function useBrowserNotifications(unread: UnreadNotifications | undefined): void {
  const newest = unread && (unread.newest_uuid ?? '');
  useEffect(() => {
    if (newest === undefined) return;
    const isNews = readKept(KNOWN) !== null && abilityOf() === 'on';
    if (!isNews || document.hasFocus()) noteAsSeen(newest);
    else setTimeout(() => void showNews(newest), OTHERS_MS);
  }, [newest]);
}

/** Notes that the User has seen this one and all before it, in this browser. */
export function noteAsSeen(uuid: string): void {
  const known = readKept<string>(KNOWN);
  if (known === null || uuid > known) keep(KNOWN, uuid);
}

/** Shows what no window of this browser has shown or noted as seen. */
async function showNews(newest: string): Promise<void> {
  const known = readKept<string>(KNOWN) ?? '';
  if (newest <= known) return;
  // Noted first, so that another window does not show it as well.
  noteAsSeen(newest);
  if (document.hasFocus()) return;
  const told = await get<Told[]>('/api/v2/notifications?unread=true&limit=20').catch(() => []);
  const news = told.filter(({ uuid, by_browser }) => by_browser && uuid > known);
  for (const one of news.slice(0, SHOWN_MAX)) show(one);
}

function show(told: Told): void {
  try {
    // One tag for all tabs, so that the same one is shown once.
    const shown = new Notification(sayNotification(told), { body: told.subject.name, tag: told.uuid });
    shown.onclick = () => {
      window.focus();
      shown.close();
      void follow(told);
    };
  } catch {
    // Browsers of phones let only their service worker notify. The bell tells there.
  }
}

/** What is followed is read, so that no mail tells it once more. */
async function follow(told: Told): Promise<void> {
  await request('POST', `/api/v2/notifications/${told.uuid}/read`).catch(() => {});
  const address = addressOf(told);
  const search = new URLSearchParams(searchOf(told)).toString();
  if (address) location.assign(search ? `${address}?${search}` : address);
}
