import { ActionIcon } from '@mantine/core';
import { HINT_DAYS, HINTS, type HintName } from '@rapport/contract/hints';
import type { CurrentUser } from '@rapport/contract/personal-access-tokens';
import { useQueryClient } from '@tanstack/react-query';
import { request } from './api/request.ts';
import { ME, useMe } from './identity/session.ts';
import { CrossIcon } from './layout/icons.tsx';
import { hints as texts } from './texts/common.ts';

const DAY_MS = 86_400_000;

/** A hint for a new User, where the menu is empty. It is gone for good once closed. */
export function Hint() {
  const { data: me } = useMe();
  const queryClient = useQueryClient();
  const hint = me && hintFor(me);
  if (!hint) return null;
  const close = async () => {
    const closed_hints = [...me.closed_hints, hint];
    queryClient.setQueryData(ME.queryKey, { ...me, closed_hints });
    // Without a connection it comes once more, which is no harm.
    await request('PATCH', '/api/v2/me', { body: { closed_hints } }).catch(() => {});
  };
  return (
    <div className="nav-hint">
      <p>{texts[hint]}</p>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.close} onClick={close}>
        <CrossIcon />
      </ActionIcon>
    </div>
  );
}

function hintFor({ created_at, closed_hints }: CurrentUser): HintName | undefined {
  if (Date.now() - new Date(created_at).getTime() > HINT_DAYS * DAY_MS) return undefined;
  return HINTS.find((one) => !closed_hints.includes(one));
}
