import { Notifications } from '@mantine/notifications';

const PLACE = 'bottom-center';

/**
 * Shows the notices of `notify`, including those from before this script was loaded. The page keeps
 * their height free at its end, so that they cover nothing for good.
 */
export function Notices() {
  return <Notifications ref={keepFree} position={PLACE} limit={5} />;
}

/** Called for each place in which notices may be shown, of which the pages use one. */
function keepFree(place: HTMLDivElement | null) {
  if (place?.dataset.position !== PLACE) return;
  const sizes = new ResizeObserver(([entry]) => {
    const height_px = Math.ceil(entry!.contentRect.height);
    document.documentElement.style.setProperty('--notices', `${height_px}px`);
  });
  sizes.observe(place);
  return () => sizes.disconnect();
}
