import { Button, Group, SimpleGrid } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { developers as texts } from '../texts/developers.ts';
import { requests } from '../texts/requests.ts';

/** The first page for developers of integrations. */
export function DevelopersPage() {
  return (
    <Page title={texts.title} about={texts.about}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Card title={texts.reference} about={texts.referenceAbout}>
          <Button component="a" href="/docs/" variant="default">
            {texts.openReference}
          </Button>
          <Button component="a" href="/api/openapi.json" variant="subtle">
            {texts.openapi}
          </Button>
        </Card>
        <Card title={texts.tokens} about={texts.tokensAbout}>
          <Button component={Link} to="/settings/account-details" variant="default">
            {texts.openTokens}
          </Button>
        </Card>
        <Card title={texts.guide} about={texts.guideAbout}>
          <Button component={Link} to="/developers/receive" variant="default">
            {texts.openGuide}
          </Button>
        </Card>
        <Card title={texts.events} about={texts.eventsAbout}>
          <Button component={Link} to="/developers/events" variant="default">
            {texts.openEvents}
          </Button>
        </Card>
        <Card title={requests.title} about={requests.card}>
          <Button component={Link} to="/developers/requests" variant="default">
            {requests.open}
          </Button>
        </Card>
        <Card title={texts.verify} about={texts.verifyAbout}>
          <Button component={Link} to="/developers/verify" variant="default">
            {texts.openVerify}
          </Button>
        </Card>
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
