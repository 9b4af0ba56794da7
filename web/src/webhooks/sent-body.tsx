import { Code } from '@mantine/core';
import { webhooks as texts } from '../texts/webhooks.ts';

/**
 * The body of a delivery with line breaks and indentation. The signature covers the bytes without
 * them.
 */
export function SentBody({ body }: { body: string }) {
  return (
    <details>
      <summary>{texts.requestBody}</summary>
      <Code block className="sample small" tabIndex={0} aria-label={texts.requestBody}>
        {JSON.stringify(JSON.parse(body), null, 2)}
      </Code>
    </details>
  );
}
