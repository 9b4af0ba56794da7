/** One line of the doctor. `detail` says what was found. For a problem it also says what to do. */
export type Check = { check: string; ok: boolean; detail: string };

export function ok(check: string, detail: string): Check {
  return { check, ok: true, detail };
}

export function problem(check: string, detail: string): Check {
  return { check, ok: false, detail };
}
