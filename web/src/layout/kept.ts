const PREFIX = 'rapport-kept-';

/**
 * Keeps something in this browser, beyond the tab, until it is forgotten or somebody signs out. Not
 * for secrets.
 */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without room for it, its feature goes on without.
    localStorage.removeItem(PREFIX + name);
  }
}

export function readKept<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Whether something is kept whose name begins so. */
export function hasKept(begin: string): boolean {
  return Object.keys(localStorage).some((key) => key.startsWith(PREFIX + begin));
}

export function forgetKept(name: string): void {
  localStorage.removeItem(PREFIX + name);
}

/** For when somebody signs out. */
export function forgetAllKept(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
