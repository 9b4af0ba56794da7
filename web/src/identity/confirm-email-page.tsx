import { Alert, Anchor, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { identity as texts } from '../texts/identity.ts';
import { useLinkCode } from './link-code.ts';
import { isOver, LinkProblem } from './link-problem.tsx';
import { Outside } from './outside.tsx';

/**
 * The page behind the link in the mail to a new address. It has a button, because mail programs
 * open links by themselves. Another link in the same tab makes it anew.
 */
export function ConfirmEmailPage() {
  const code = useLinkCode();
  return <NewEmail key={code} code={code} />;
}

function NewEmail({ code }: { code: string }) {
  const confirm = useMutation({
    mutationFn: () => request('POST', '/web/email-changes/redeem', { body: { code } }),
  });
  if (code === '' || isOver(confirm.error)) {
    return (
      <LinkProblem
        title={texts.confirmEmailTitle}
        error={confirm.error}
        onRetry={() => confirm.mutate()}
        hint={texts.askForEmail}
        next={{ href: '/settings/security', label: texts.toSecurity }}
      />
    );
  }
  return (
    <Outside title={texts.confirmEmailTitle} about={texts.confirmEmail}>
      {confirm.isSuccess ? (
        <>
          <Alert color="teal" variant="light" role="status">
            {texts.emailConfirmed}
          </Alert>
          <Anchor href="/clients">{texts.toRapport}</Anchor>
        </>
      ) : (
        <>
          <ProblemAlert error={confirm.error} />
          <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {texts.confirm}
          </Button>
        </>
      )}
    </Outside>
  );
}
