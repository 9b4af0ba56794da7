import { useEffect, useRef } from 'react';
import { forgetDrafts } from '../layout/draft.ts';
import { forgetAllKept } from '../layout/kept.ts';

/**
 * Tabs of a browser tell each other here who is signed in: the uuid of the User, or null after a
 * sign-out.
 */
const CHANNEL = 'rapport-user';

/**
 * All tabs of a browser share one session. When another User signs in, a tab reloads: otherwise its
 * changes would be made as a User whom it does not name. When its User signs out elsewhere, a tab
 * leaves as well.
 */
export function useOneUser(uuid: string | undefined): void {
  const shown = useRef(uuid);
  useEffect(() => {
    if (uuid === undefined) return;
    shown.current ??= uuid;
    if (shown.current !== uuid) return location.reload();
    const tabs = new BroadcastChannel(CHANNEL);
    tabs.onmessage = ({ data }) => {
      if (data === null) leaveNothing();
      else if (data !== uuid) location.reload();
    };
    tabs.postMessage(uuid);
    return () => tabs.close();
  }, [uuid]);
}

/**
 * After a sign-out no tab of this browser shows anything of the User, nor keeps what they have
 * typed.
 */
export function leaveEverywhere(): void {
  const tabs = new BroadcastChannel(CHANNEL);
  tabs.postMessage(null);
  tabs.close();
  leaveNothing();
}

/** A new document: nothing stays in memory, and no way leads back to what was shown. */
function leaveNothing(): void {
  forgetDrafts();
  forgetAllKept();
  location.replace('/sign-in?return_to=/clients');
}
