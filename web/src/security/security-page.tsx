import { Page } from '../layout/page.tsx';
import { Together } from '../layout/together.tsx';
import { security as texts } from '../texts/security.ts';
import { AuditLog } from './audit-log.tsx';
import { ChangePassword } from './credentials.tsx';
import { SecondFactorSection } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** The page of the User's sign-in: second factor, password, sessions and log. */
export function SecurityPage() {
  return (
    <Page title={texts.title}>
      <Together>
        <SecondFactorSection />
        <Sessions />
        <ChangePassword />
        <AuditLog />
      </Together>
    </Page>
  );
}
