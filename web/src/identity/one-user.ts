import { useEffect, useRef } from 'react';
import { forgetDrafts } from '../layout/draft.ts';
import { forgetAllKept } from '../layout/kept.ts';

/**
 * The channel by which the tabs of a browser tell each other who is signed in: the uuid of the
 * User, or null after a sign-out.
 */
const CHANNEL = 'rapport-user';

/**
 * Keeps all tabs of a browser on the same User, because they share one session. When another User
 * signs in, a tab reloads: otherwise it would make changes as a User whom it does not name. When
 * its User signs out in another tab, a tab leaves as well.
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
 * Makes all tabs of this browser leave after a sign-out. None shows or keeps anything of the User.
 */
export function leaveEverywhere(): void {
  const tabs = new BroadcastChannel(CHANNEL);
  tabs.postMessage(null);
  tabs.close();
  leaveNothing();
}

/** Loads a new document, so that nothing stays in memory and Back leads to nothing of the User. */
function leaveNothing(): void {
  forgetDrafts();
  forgetAllKept();
  location.replace('/sign-in?return_to=/clients');
}
