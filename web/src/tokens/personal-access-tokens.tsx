import { Alert, Badge, Button, Group, Table, Text } from '@mantine/core';
import {
  EXPIRY_WARNING_DAYS,
  type IssuedPersonalAccessToken,
  type PersonalAccessToken,
} from '@rapport/contract/personal-access-tokens';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAccounts } from '../accounts/current-account.ts';
import { reads } from '../api/queries.ts';
import { Dialog } from '../layout/dialog.tsx';
import { Empty } from '../layout/empty.tsx';
import { Rows } from '../layout/rows.tsx';
import { sayTime } from '../layout/say-time.ts';
import { Section } from '../layout/section.tsx';
import { Time } from '../layout/time.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { sayPower } from '../texts/scopes.ts';
import { tokens as texts } from '../texts/tokens.ts';
import { CreateToken } from './create-token.tsx';
import { IssuedToken } from './issued-token.tsx';
import { RevokeToken } from './revoke-token.tsx';
import { RotateToken } from './rotate-token.tsx';
import { TOKENS_PATH } from './tokens-path.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const URGENT_DAYS = Math.min(...EXPIRY_WARNING_DAYS);

/** The section of the User's tokens: create, rotate, revoke. */
export function PersonalAccessTokens() {
  const list = useQuery(reads<PersonalAccessToken[]>(['tokens'], TOKENS_PATH));
  const [isCreating, setIsCreating] = useState(false);
  const [rotating, setRotating] = useState<PersonalAccessToken | null>(null);
  const [issued, setIssued] = useState<IssuedPersonalAccessToken | null>(null);
  const create = useRef<HTMLButtonElement>(null);
  const queryClient = useQueryClient();
  const onIssued = (token: IssuedPersonalAccessToken) => {
    setIsCreating(false);
    setRotating(null);
    setIssued(token);
    void queryClient.invalidateQueries({ queryKey: ['tokens'] });
  };
  return (
    <Section
      title={texts.title}
      about={texts.about}
      actions={
        <Button ref={create} onClick={() => setIsCreating(true)}>
          {texts.create}
        </Button>
      }
    >
      {list.data?.filter(expiresSoon).map((token) => (
        <Alert key={token.uuid} color={daysLeft(token) > URGENT_DAYS ? 'orange' : 'red'} variant="light">
          {texts.expiresSoon(token.name, sayTime(token.expires_at!))}
        </Alert>
      ))}
      <UntilRead query={list} h={96} />
      {list.data?.length === 0 && <Empty title={texts.emptyTitle} what={texts.empty} sketch={[]} />}
      {list.data && list.data.length > 0 && <TokenTable tokens={list.data} onRotate={setRotating} />}
      <Dialog opened={isCreating} onClose={() => setIsCreating(false)} title={texts.create}>
        <CreateToken onIssued={onIssued} />
      </Dialog>
      <Dialog
        opened={rotating !== null}
        onClose={() => setRotating(null)}
        title={rotating && texts.rotateTitle(rotating.name)}
      >
        {rotating && <RotateToken token={rotating} onIssued={onIssued} />}
      </Dialog>
      <IssuedToken
        issued={issued}
        onClose={() => {
          setIssued(null);
          // Returns the focus to the button, because the form that had it is gone.
          create.current?.focus();
        }}
      />
    </Section>
  );
}

function TokenTable(props: {
  tokens: PersonalAccessToken[];
  onRotate: (token: PersonalAccessToken) => void;
}) {
  return (
    <Rows verticalSpacing="sm">
      {props.tokens.map((token) => (
        <TokenRow key={token.uuid} token={token} onRotate={props.onRotate} />
      ))}
    </Rows>
  );
}

function TokenRow({
  token,
  onRotate,
}: {
  token: PersonalAccessToken;
  onRotate: (token: PersonalAccessToken) => void;
}) {
  const ended = hasEnded(token);
  return (
    <Table.Tr data-ended={ended || undefined}>
      <Table.Td>
        <Group gap={6}>
          <Text size="sm" fw="bold" className="break-anywhere" c={ended ? 'dimmed' : undefined}>
            {token.name}
          </Text>
          {ended && (
            <Badge color="gray" variant="light" size="sm" tt="none">
              {token.revoked_at ? texts.revoked : texts.expired}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {texts.endsIn} <span className="mono">{token.last_four}</span> · {texts.created}{' '}
          <Time at={token.created_at} />
        </Text>
        <Power token={token} />
      </Table.Td>
      <Table.Td>
        <Text size="xs" c="dimmed">
          {token.last_used_at ? (
            <>
              {texts.lastUsed} <Time at={token.last_used_at} />{' '}
              {token.last_used_address && texts.usedFrom(token.last_used_address, token.last_used_agent)}
            </>
          ) : (
            texts.neverUsed
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {sayEnd(token)}
        </Text>
      </Table.Td>
      <Table.Td className="at-end">
        {!ended && (
          <Group gap={6} justify="flex-end" wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={texts.rotateOf(token.name)}
              onClick={() => onRotate(token)}
            >
              {texts.rotate}
            </Button>
            <RevokeToken token={token} />
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** What the token may do, and where, if that is less than its User may. */
function Power({ token: { scope, account_uuids } }: { token: PersonalAccessToken }) {
  const { data: accounts = [] } = useAccounts();
  const nameOf = (wanted: string) => accounts.find(({ uuid }) => uuid === wanted)?.name ?? texts.elsewhere;
  const where = account_uuids && texts.inPlaces(account_uuids.map(nameOf));
  return (
    <Text size="xs" c="dimmed">
      {[sayPower(scope), where].filter(Boolean).join(' · ')}
    </Text>
  );
}

function sayEnd(token: PersonalAccessToken) {
  const [word, at] = token.revoked_at
    ? [texts.revoked, token.revoked_at]
    : [hasEnded(token) ? texts.expired : texts.expires, token.expires_at];
  return at === null ? (
    texts.neverExpires
  ) : (
    <>
      {word} <Time at={at} />
    </>
  );
}

function hasEnded(token: PersonalAccessToken): boolean {
  return (
    token.revoked_at !== null || (token.expires_at !== null && Date.parse(token.expires_at) <= Date.now())
  );
}

function expiresSoon(token: PersonalAccessToken): boolean {
  return !hasEnded(token) && daysLeft(token) <= Math.max(...EXPIRY_WARNING_DAYS);
}

function daysLeft({ expires_at }: PersonalAccessToken): number {
  return expires_at === null ? Number.POSITIVE_INFINITY : (Date.parse(expires_at) - Date.now()) / DAY_MS;
}
