/** The kinds of record whose pages are shown: those that the service has. Without their definitions, which the first page need not load. */
export const SERVED: string[] = ['client', 'contact', 'deal', 'task'];

export function isServed(resource: string): boolean {
  return SERVED.includes(resource);
}
