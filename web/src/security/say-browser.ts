import { security as texts } from '../texts/security.ts';

/**
 * Returns `Firefox on Linux` for `Mozilla/5.0 (X11; Linux x86_64) … Firefox/140.0`. The order of
 * the names matters, because most browsers also name others.
 */
export function sayBrowser(user_agent: string | null): string {
  if (user_agent === null) return texts.unknownBrowser;
  const browser = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((name) => user_agent.includes(name));
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'].find((name) =>
    user_agent.includes(name),
  );
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' };
  const said = [browser, system].map((name) => name && (names[name] ?? name));
  return said[0] ? said.filter(Boolean).join(texts.on) : user_agent.slice(0, 60);
}
