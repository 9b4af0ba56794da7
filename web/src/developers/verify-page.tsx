import {
  Alert,
  Button,
  FileButton,
  Group,
  PasswordInput,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type Explanation, explain } from '@rapport/webhooks/explain';
import { type FormEvent, useState } from 'react';
import { BackLink } from '../layout/back-link.tsx';
import { Page } from '../layout/page.tsx';
import { developers as texts } from '../texts/developers.ts';

/** Why does a signature not match? Computed here: the secret does not leave the browser, and is not kept. */
export function VerifyPage() {
  const [body, setBody] = useState<string | Uint8Array>('');
  const [signature, setSignature] = useState('');
  const [secret, setSecret] = useState('');
  const [verdict, setVerdict] = useState<Explanation | null>(null);
  const check = async (event: FormEvent) => {
    event.preventDefault();
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    setVerdict(await explain(bytes, { 'x-signature': signature }, secret));
  };
  const readFile = async (file: File | null) => {
    if (file) setBody(new Uint8Array(await file.arrayBuffer()));
  };
  return (
    <Page
      title={texts.verify}
      about={
        <>
          <BackLink to="/developers" label={texts.title} />
          <br />
          {texts.verifyAbout}
        </>
      }
    >
      <form onSubmit={check}>
        <Stack maw={720}>
          <Textarea
            label={texts.body}
            description={texts.bodyHint}
            className="code-input"
            autosize
            minRows={6}
            maxRows={16}
            required
            value={typeof body === 'string' ? body : new TextDecoder().decode(body)}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
          <Group>
            <FileButton onChange={readFile} inputProps={{ 'aria-label': texts.bodyFile }}>
              {(props) => (
                <Button variant="default" size="compact-sm" {...props}>
                  {texts.bodyFile}
                </Button>
              )}
            </FileButton>
          </Group>
          <TextInput
            label={texts.signature}
            className="code-input"
            required
            value={signature}
            onChange={(event) => setSignature(event.currentTarget.value)}
          />
          <PasswordInput
            label={texts.secret}
            description={texts.secretHint}
            className="code-input"
            autoComplete="off"
            required
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit">{texts.check}</Button>
          </Group>
          {verdict && <Verdict verdict={verdict} />}
        </Stack>
      </form>
    </Page>
  );
}

function Verdict({ verdict }: { verdict: Explanation }) {
  const isGenuine = verdict.reason === 'genuine';
  return (
    <Alert
      color={isGenuine ? 'teal' : 'orange'}
      variant="light"
      role="status"
      title={isGenuine ? texts.genuine : texts.notGenuine}
    >
      <Text size="sm">{verdict.text}</Text>
      {!isGenuine && verdict.reason !== 'unknown' && (
        <Text size="xs" c="dimmed" mt={4}>
          {verdict.is_proven ? texts.proven : texts.likely}
        </Text>
      )}
    </Alert>
  );
}
