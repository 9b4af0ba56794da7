import { forgetKept, keep, readKept } from './kept.ts';

/** The name under which this browser keeps that its User wants to be notified by it. */
const WANTED = 'notify';

type Ability = 'on' | 'off' | 'denied' | 'unsupported';

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
