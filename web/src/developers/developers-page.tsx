import { Button, Group, SimpleGrid } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { developers as texts } from '../texts/developers.ts';
import { requests } from '../texts/requests.ts';

/** Each page for developers: its address, the words that open it, its title, and what it is for. */
const PAGES = [
  ['/settings/account-details', texts.openTokens, texts.tokens, texts.tokensAbout],
  ['/developers/receive', texts.openGuide, texts.guide, texts.guideAbout],
  ['/developers/events', texts.openEvents, texts.events, texts.eventsAbout],
  ['/developers/requests', requests.open, requests.title, requests.card],
  ['/developers/verify', texts.openVerify, texts.verify, texts.verifyAbout],
] as const;

/** The first page for developers of integrations. */
export function DevelopersPage() {
  return (
    <Page title={texts.title} about={texts.about}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Card title={texts.reference} about={texts.referenceAbout}>
          <Button component="a" href="/docs/" variant="default">
            {texts.openReference}
          </Button>
          <Button component="a" href="/docs/guides" variant="default">
            {texts.openGuides}
          </Button>
          <Button component="a" href="/api/openapi.json" variant="subtle">
            {texts.openapi}
          </Button>
        </Card>
        {PAGES.map(([to, label, title, about]) => (
          <Card key={to} title={title} about={about}>
            <Button component={Link} to={to} variant="default">
              {label}
            </Button>
          </Card>
        ))}
      </SimpleGrid>
    </Page>
  );
}

function Card({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <Section title={title} about={about}>
      <Group gap="xs">{children}</Group>
    </Section>
  );
}
