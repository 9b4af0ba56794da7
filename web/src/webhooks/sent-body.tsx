import { Code } from '@mantine/core';
import { webhooks as texts } from '../texts/webhooks.ts';

/** The body of a delivery, laid out to be read; what is signed are the bytes without the layout. */
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
