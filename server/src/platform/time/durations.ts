const UNITS_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Parses a duration: `60s` → 60000. Undefined unless it is a whole number with a unit of ms, s, m,
 * h or d.
 */
export function parseDuration_ms(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text.trim());
  return match ? Number(match[1]) * UNITS_MS[match[2]!]! : undefined;
}
