import { Accordion, Code, Text, TextInput } from '@mantine/core';
import type { EventType } from '@rapport/contract/events';
import { useState } from 'react';
import { BackLink } from '../layout/back-link.tsx';
import { SearchIcon } from '../layout/icons.tsx';
import { Page } from '../layout/page.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { developers as texts } from '../texts/developers.ts';
import { useEventTypes } from './event-types.ts';

/** The page of all kinds of events, with their samples and schemas. */
export function EventsPage() {
  const [words, setWords] = useState('');
  const types = useEventTypes();
  const found = types.data?.filter(({ event, description }) =>
    `${event} ${description}`.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <Page
      title={texts.events}
      back={<BackLink to="/developers" label={texts.title} />}
      about={texts.eventsAbout}
    >
      <TextInput
        type="search"
        maw={360}
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<SearchIcon />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <UntilRead query={types} h={320} />
      {found?.length === 0 && <Text role="status">{texts.noneFound}</Text>}
      <Accordion variant="separated" order={2}>
        {found?.map((type) => (
          <Accordion.Item key={type.event} value={type.event}>
            <Accordion.Control className="break-anywhere">
              <Text component="span" ff="monospace" size="sm" fw="bold">
                {type.event}
              </Text>{' '}
              <Text component="span" size="sm" c="dimmed">
                {type.description}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              <Sample type={type} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Page>
  );
}

export function Sample({ type }: { type: EventType }) {
  return (
    <>
      <Text size="sm" fw="bold" mb={4}>
        {texts.sample}
      </Text>
      <Code block className="sample" tabIndex={0} aria-label={texts.sample}>
        {JSON.stringify(type.sample, null, 2)}
      </Code>
      <details>
        <summary>{texts.schema}</summary>
        <Code block className="sample" tabIndex={0} aria-label={texts.schema}>
          {JSON.stringify(type.schema, null, 2)}
        </Code>
      </details>
    </>
  );
}
