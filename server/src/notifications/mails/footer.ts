/** What stands below each mail that one may end. */
export function footer(unsubscribe: string, base_url: string): string {
  return `--\nNo more of these mails: ${unsubscribe}\nChoose what you are told, and where: ${base_url}/settings/notifications\n`;
}
