import type { Notification as Told, UnreadNotifications } from '@rapport/contract/notifications';
import { useEffect } from 'react';
import { get } from '../api/request.ts';
import { forgetKept, keep, readKept } from '../layout/kept.ts';
import { addressOf, sayNotification } from './say.ts';

/** The name under which this browser keeps that its User wants to be notified by it. */
const WANTED = 'notify';

/** The newest notification that this browser knows. Older ones are no news. */
const KNOWN = 'notified';

/** More at once would bury the screen. The bell has the others. */
const SHOWN_MAX = 3;

export type Ability = 'on' | 'off' | 'denied' | 'unsupported';

/** Whether this browser notifies the User. */
export function abilityOf(): Ability {
  if (!('Notification' in window) || !window.isSecureContext) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && readKept(WANTED) === true ? 'on' : 'off';
}

/** Asks the User for permission. Only after their click: browsers refuse others for good. */
export async function allow(): Promise<Ability> {
  if ((await Notification.requestPermission()) === 'granted') keep(WANTED, true);
  return abilityOf();
}

export function stopNotifying(): Ability {
  forgetKept(WANTED);
  return abilityOf();
}

/** Shows by the browser what is new, unless the User looks at the page: there is the bell. */
export function useBrowserNotifications(unread: UnreadNotifications | undefined): void {
  const newest = unread?.newest_uuid ?? null;
  useEffect(() => {
    if (newest === null) return;
    const known = readKept<string>(KNOWN);
    // Noted first, so that another tab does not show it as well.
    noteAsSeen(newest);
    if (known === null || newest <= known || document.hasFocus() || abilityOf() !== 'on') return;
    void showSince(known);
  }, [newest]);
}

/** Notes that the User has seen this one and all before it, in this browser. */
export function noteAsSeen(uuid: string): void {
  if (uuid > (readKept<string>(KNOWN) ?? '')) keep(KNOWN, uuid);
}

async function showSince(known: string): Promise<void> {
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
      const address = addressOf(told);
      if (address) location.assign(address);
      shown.close();
    };
  } catch {
    // Browsers of phones let only their service worker notify. The bell tells there.
  }
}
