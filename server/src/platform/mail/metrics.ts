import { Counter, type Registry } from 'prom-client';

/** The count of mails by outcome. */
export type MailMetrics = { ended(outcome: 'sent' | 'failed'): void };

/** No request waits for a mail, so only the log and this number show a failing mail server. */
export function mailMetrics(registry: Registry): MailMetrics {
  const mails = new Counter({
    name: 'rapport_mails_total',
    help: 'Mails by outcome: sent (without a mail server: written to a file) or failed.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Present from the first scrape on; otherwise an alarm would miss the first failure.
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  return { ended: (outcome) => mails.inc({ outcome }) };
}
