import { Counter, type Registry } from 'prom-client';

/** What a process counts of its mails. */
export type MailMetrics = { ended(outcome: 'sent' | 'failed'): void };

/**
 * A mail that fails is told to nobody who waits for it: only the log and this number show a mail
 * server that is gone.
 */
export function mailMetrics(registry: Registry): MailMetrics {
  const mails = new Counter({
    name: 'rapport_mails_total',
    help: 'Mails by outcome: sent (without a mail server: written to a file) or failed.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // From the first look on, or an alarm would miss the first that fails.
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  return { ended: (outcome) => mails.inc({ outcome }) };
}
