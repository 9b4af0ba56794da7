import { Anchor, Group, Radio, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { BackLink } from '../layout/back-link.tsx';
import { CopyField } from '../layout/copy-field.tsx';
import { Page } from '../layout/page.tsx';
import { Section } from '../layout/section.tsx';
import { developers } from '../texts/developers.ts';
import { receive as texts } from '../texts/receive.ts';
import { RECEIVERS } from './receivers.ts';

/**
 * The page that leads to a receiver with verification, in each language. The address holds the
 * language.
 */
export function ReceivePage() {
  const { language } = useSearch({ strict: false }) as { language?: string };
  const navigate = useNavigate();
  const chosen = RECEIVERS.find(({ name }) => name === language) ?? RECEIVERS[0]!;
  const choose = (name: string) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, language: name }), replace: true });
  return (
    <Page
      title={texts.title}
      back={<BackLink to="/developers" label={developers.title} />}
      about={texts.about}
    >
      <Section title={texts.subscribe} about={texts.subscribeAbout}>
        <Anchor component={Link} to="/settings/webhooks" size="sm">
          {texts.openWebhooks}
        </Anchor>
      </Section>
      <Section title={texts.secret} about={texts.secretAbout}>
        <CopyField
          label={texts.secretCommand}
          value={`curl -H 'Authorization: Bearer <TOKEN>' ${location.origin}/api/v2/webhook-subscriptions`}
        />
      </Section>
      <Section title={texts.receiver} about={texts.receiverAbout}>
        <Radio.Group aria-label={texts.receiver} value={chosen.name} onChange={choose}>
          <Group gap="xs">
            {RECEIVERS.map(({ name }) => (
              <Radio key={name} value={name} label={name} />
            ))}
          </Group>
        </Radio.Group>
        <Text size="xs" c="dimmed" ff="monospace">
          {chosen.file}
        </Text>
        <CopyField label={chosen.name} value={chosen.code.trimEnd()} />
        {chosen.command && (
          <CopyField label={texts.start} value={`SIGNING_SECRET=… PORT=4000 ${chosen.command}`} />
        )}
      </Section>
      <Section title={texts.rules}>
        <ul className="rules">
          {texts.rulesList.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <Anchor component={Link} to="/developers/verify" size="sm">
          {developers.openVerify}
        </Anchor>
      </Section>
    </Page>
  );
}
