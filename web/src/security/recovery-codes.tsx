import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMe } from '../identity/session.ts';
import { Copy } from '../layout/copy-field.tsx';
import { saveFile } from '../layout/save-file.ts';
import { secondFactor as texts } from '../texts/second-factor.ts';

/** The new recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { data: me } = useMe();
  return (
    <Stack gap="sm">
      <Alert color="yellow" variant="light">
        <Text size="sm" fw="bold">
          {texts.keepTitle}
        </Text>
        <Text size="sm">{texts.keep}</Text>
      </Alert>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={4} component="ol" className="recovery-codes">
        {codes.map((code) => (
          <Text key={code} component="li" ff="monospace" size="sm">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <Button variant="default" onClick={() => saveCodes(codes, me?.email ?? '')}>
          {texts.download}
        </Button>
        <Copy value={codes.join('\n')} />
        <Button onClick={onDone}>{texts.kept}</Button>
      </Group>
    </Stack>
  );
}

function saveCodes(codes: string[], email: string): void {
  const text = [texts.fileHead(location.host, email), '', ...codes, ''].join('\n');
  saveFile('rapport-recovery-codes.txt', text);
}
