import { useEffect, useRef } from 'react';

/**
 * All tabs of a browser share one session. A tab that shows another User than who is signed in now begins anew: what is done there would be
 * done as somebody whom it does not name.
 */
export function useOneUser(uuid: string | undefined): void {
  const shown = useRef(uuid);
  useEffect(() => {
    if (uuid === undefined) return;
    shown.current ??= uuid;
    if (shown.current !== uuid) return location.reload();
    const tabs = new BroadcastChannel('rapport-user');
    tabs.onmessage = ({ data }) => data !== uuid && location.reload();
    tabs.postMessage(uuid);
    return () => tabs.close();
  }, [uuid]);
}
