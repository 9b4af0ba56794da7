/** Returns the fields of a Task for its due day or time. */
export function dueFields(due: string): { due_on?: string; due_at?: string } {
  if (due === '') return {};
  return due.includes('T') ? { due_at: due } : { due_on: due };
}
