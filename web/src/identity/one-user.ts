import { useEffect, useRef } from 'react';
import { forgetDrafts } from '../layout/draft.ts';
import { forgetAllKept } from '../layout/kept.ts';

/** On it the tabs of a browser tell each other who is signed in: the uuid of the User, or null after a sign-out. */
const CHANNEL = 'rapport-user';

/**
 * All tabs of a browser share one session. A tab that shows another User than who is signed in now begins anew: what is done there would be
 * done as somebody whom it does not name. One whose User has signed out elsewhere leaves as if they had done so there.
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

/** After a sign-out: in no tab of this browser is anything left to be read of the User, nor of what they have typed. */
export function leaveEverywhere(): void {
  const tabs = new BroadcastChannel(CHANNEL);
  tabs.postMessage(null);
  tabs.close();
  leaveNothing();
}

/** To a new document, so that nothing stays in memory either, and without a way back to what was shown. */
function leaveNothing(): void {
  forgetDrafts();
  forgetAllKept();
  location.replace('/sign-in?return_to=/clients');
}
