import { Code, Text } from '@mantine/core';
import type { WebhookAttempt } from '@rapport/contract/webhook-deliveries';
import { ERROR_KINDS, webhooks as texts } from '../texts/webhooks.ts';

/** One attempt: the duration of each part, the request and the answer. */
export function AttemptDetails({ attempt }: { attempt: WebhookAttempt }) {
  return (
    <>
      <Text size="xs" c="dimmed">
        {sayLatency(attempt)}
      </Text>
      {attempt.error_kind && (
        <Text size="sm" c="var(--mantine-color-error)">
          {attempt.response_status !== null && `${texts.answered(attempt.response_status)}, `}
          {ERROR_KINDS[attempt.error_kind]}
          {attempt.error_detail && `: ${attempt.error_detail}`}
        </Text>
      )}
      <details>
        <summary>{texts.requestHeaders}</summary>
        <Code block className="sample small" tabIndex={0}>
          {Object.entries(attempt.request_headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        </Code>
      </details>
      <details>
        <summary>
          {texts.response} {attempt.response_status}
        </summary>
        <Code block className="sample small" tabIndex={0}>
          {attempt.response_status === null ? texts.noResponse : attempt.response_excerpt || texts.noBody}
        </Code>
      </details>
    </>
  );
}

/** Returns `12 ms: name 2, connect 4, wait 5, read 1`. */
function sayLatency({ duration_ms, dns_ms, connect_ms, first_byte_ms }: WebhookAttempt): string {
  const { dns, connect, wait, read } = texts.latency;
  const before_ms = (dns_ms ?? 0) + (connect_ms ?? 0);
  const parts = [
    dns_ms === null ? null : `${dns} ${dns_ms}`,
    connect_ms === null ? null : `${connect} ${connect_ms}`,
    first_byte_ms === null ? null : `${wait} ${Math.max(0, first_byte_ms - before_ms)}`,
    first_byte_ms === null ? null : `${read} ${duration_ms - first_byte_ms}`,
  ].filter((part) => part !== null);
  return parts.length > 0 ? `${duration_ms} ms: ${parts.join(', ')}` : `${duration_ms} ms`;
}
