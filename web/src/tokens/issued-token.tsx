import { Button, Group, Stack, Text } from '@mantine/core';
import type { IssuedPersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import { CopyField } from '../layout/copy-field.tsx';
import { Dialog } from '../layout/dialog.tsx';
import { tokens as texts } from '../texts/tokens.ts';

/**
 * Shows a new token, only once. Only its button closes the dialog, so that an accidental click does
 * not lose the token.
 */
export function IssuedToken({
  issued,
  onClose,
}: {
  issued: IssuedPersonalAccessToken | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      opened={issued !== null}
      onClose={onClose}
      title={texts.issuedTitle}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {issued && (
        <Stack>
          <Text size="sm">{texts.issued}</Text>
          <CopyField label={texts.token} value={issued.token} />
          <Text size="sm" fw="bold">
            {texts.tryIt}
          </Text>
          <CopyField label={texts.curl} value={curlOf(issued.token)} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{texts.done}</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

function curlOf(token: string): string {
  return `curl -H 'Accept: application/json' -H 'Authorization: Bearer ${token}' ${location.origin}/api/v1/logins`;
}
