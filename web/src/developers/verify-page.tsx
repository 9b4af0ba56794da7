import { Alert, Button, Group, PasswordInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type Explanation, explain } from '@rapport/webhooks/explain';
import { type FormEvent, useState } from 'react';
import { BackLink } from '../layout/back-link.tsx';
import { useDraft } from '../layout/draft.ts';
import { FileChoice } from '../layout/file-choice.tsx';
import { Page } from '../layout/page.tsx';
import { developers as texts } from '../texts/developers.ts';

/**
 * The page that explains why a signature does not match. The secret stays in the browser and is not
 * stored.
 */
export function VerifyPage() {
  const { body, type, readFile, signature, setSignature, secret, setSecret, verdict, check, forget } =
    useCheck();
  return (
    <Page
      title={texts.verify}
      back={<BackLink to="/developers" label={texts.title} />}
      about={texts.verifyAbout}
    >
      {/* The verdict belongs to the checked body, so any change removes it. */}
      <form onSubmit={check} onChange={forget}>
        <Stack maw={720}>
          <Textarea
            label={texts.body}
            description={texts.bodyHint}
            className="code-input"
            autosize
            minRows={6}
            maxRows={16}
            required
            value={body}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <Group>
            <FileChoice label={texts.bodyFile} onFile={readFile} variant="default" size="compact-sm" />
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

/** Returns what is to be checked, and the verdict on it. */
function useCheck() {
  const [text, setText] = useDraft('verify-body', '');
  const [file, setFile] = useState<Uint8Array | null>(null);
  const [signature, setSignature] = useDraft('verify-signature', '');
  const [secret, setSecret] = useState('');
  const [verdict, setVerdict] = useState<Explanation | null>(null);
  const check = async (event: FormEvent) => {
    event.preventDefault();
    const bytes = file ?? new TextEncoder().encode(text);
    setVerdict(await explain(bytes, { 'x-signature': signature }, secret));
  };
  // A file stays bytes, because some bytes have no text.
  const readFile = async (chosen: File | null) => {
    if (chosen) setFile(new Uint8Array(await chosen.arrayBuffer()));
  };
  const type = (typed: string) => {
    setFile(null);
    setText(typed);
  };
  return {
    body: file ? new TextDecoder().decode(file) : text,
    ...{ type, readFile, signature, setSignature, secret, setSecret, verdict, check },
    forget: () => setVerdict(null),
  };
}

function Verdict({ verdict }: { verdict: Explanation }) {
  const isGenuine = verdict.reason === 'genuine';
  const isUndone = verdict.secret_index !== undefined;
  const isRefused = verdict.is_proven && !isUndone;
  return (
    <Alert
      color={isGenuine ? 'teal' : 'orange'}
      variant="light"
      role="status"
      title={isGenuine ? texts.genuine : isRefused ? texts.notChecked : texts.notGenuine}
    >
      <Text size="sm">{verdict.text}</Text>
      {!isGenuine && !isRefused && verdict.reason !== 'unknown' && (
        <Text size="xs" c="dimmed" mt={4}>
          {isUndone ? texts.proven : texts.likely}
        </Text>
      )}
    </Alert>
  );
}
