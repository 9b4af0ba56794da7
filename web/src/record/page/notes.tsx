import { Text } from '@mantine/core';
import Markdown, { type MarkdownToJSX } from 'markdown-to-jsx';
import { records } from '../../texts/records.ts';
import { safeAddress } from './safe-address.ts';

const MARKDOWN: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  sanitizer: safeAddress,
  forceBlock: true,
  overrides: {
    // A link opens another tab, so that the User keeps unsaved inputs.
    a: { props: { target: '_blank', rel: 'noopener noreferrer' } },
    // Headings in the text are below those of the page and of its section.
    h1: { component: 'h3' },
    h2: { component: 'h4' },
    h3: { component: 'h5' },
    h4: { component: 'h6' },
    h5: { component: 'h6' },
  },
};

/** A text in Markdown, drawn without raw HTML. */
export function Notes({ text }: { text: string | null }) {
  if (!text) {
    return (
      <Text size="sm" c="dimmed">
        {records.notesEmpty}
      </Text>
    );
  }
  return (
    <div className="markdown" dir="auto">
      <Markdown options={MARKDOWN}>{text}</Markdown>
    </div>
  );
}
