import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { memoryStore, type OAuthError, oauthClient, type TokenSet } from './oauth.ts';
import { CHANCE, type Chance } from './retries.ts';

const CALLBACK = 'https://app.example.com/callback';

/**
 * Returns an OAuth client whose token endpoint is `answer`. `forms` collects the requests to it.
 */
function clientWith(answer: (form: Record<string, string>) => Response | Promise<Response>, chance = CHANCE) {
  const forms: Record<string, string>[] = [];
  const options = {
    baseUrl: 'https://crm.example.com',
    client_id: 'id',
    client_secret: 'secret',
    redirect_uri: CALLBACK,
    fetch: async (_url: unknown, init?: RequestInit) => {
      const form = Object.fromEntries(init?.body as URLSearchParams);
      forms.push(form);
      return answer(form);
    },
  };
  return { oauth: oauthClient(options, chance), forms };
}

/** Returns a clock that only waiting moves. */
function timeOfWaits() {
  const time = { now_ms: 0 };
  const wait = async (duration_ms: number) => {
    time.now_ms += duration_ms;
  };
  const chance: Chance = { wait, now: () => time.now_ms, random: () => 1 };
  return { time, chance };
}

const refusal = (status: number, retry_after_s: number) =>
  Response.json(
    { error: 'temporarily_unavailable' },
    { status, headers: { 'retry-after': `${retry_after_s}` } },
  );

const tokenAnswer = (n: number) => ({
  access_token: `access-${n}`,
  token_type: 'Bearer',
  expires_in: 3600,
  access_token_expires_at: '2026-11-20T10:20:00.000+00:00',
  refresh_token: `refresh-${n}`,
  refresh_token_expires_at: '2027-05-20T09:20:00.000+00:00',
  scope: '*',
});
const expired = { ...tokenAnswer(1), refresh_at: '2026-01-01T00:00:00.000Z' } as TokenSet;

describe('authorize', () => {
  it('gives the URL of the contract, with a state and a PKCE challenge that belongs to the verifier', async () => {
    const { oauth } = clientWith(() => Response.error());
    const { url, state, code_verifier } = await oauth.authorize();
    const { origin, pathname, searchParams } = new URL(url);
    assert.equal(origin + pathname, 'https://crm.example.com/oauth/authorize');
    assert.deepEqual(Object.fromEntries(searchParams), {
      response_type: 'code',
      client_id: 'id',
      scope: '*',
      redirect_uri: CALLBACK,
      state,
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    assert.notEqual((await oauth.authorize()).state, state);
  });
});

describe('exchange', () => {
  const kept = { state: 's', code_verifier: 'v' };

  it('sends the code with every parameter that the token endpoint requires', async () => {
    const { oauth, forms } = clientWith(() => Response.json(tokenAnswer(1)));
    const tokens = await oauth.exchange(`${CALLBACK}?code=c&state=s`, kept);
    assert.equal(tokens.access_token, 'access-1');
    assert.deepEqual(forms, [
      {
        grant_type: 'authorization_code',
        code: 'c',
        redirect_uri: CALLBACK,
        code_verifier: 'v',
        client_id: 'id',
        client_secret: 'secret',
      },
    ]);
  });

  it('refuses another state before anything is sent', async () => {
    const { oauth, forms } = clientWith(() => Response.json(tokenAnswer(1)));
    await assert.rejects(oauth.exchange(`${CALLBACK}?code=c&state=other`, kept), { error: 'state_mismatch' });
    assert.deepEqual(forms, []);
  });

  it('rejects with access_denied when the User refuses', async () => {
    const { oauth } = clientWith(() => Response.error());
    const denied = `${CALLBACK}?error=access_denied&error_description=No&state=s`;
    await assert.rejects(oauth.exchange(denied, kept), { error: 'access_denied', message: 'No' });
  });

  it('is not tried again, because a code that is sent twice revokes its tokens', async () => {
    const { oauth, forms } = clientWith(() => Promise.reject(new TypeError('fetch failed')));
    await assert.rejects(oauth.exchange(`${CALLBACK}?code=c&state=s`, kept), { name: 'ConnectionError' });
    assert.equal(forms.length, 1);
  });
});

const BROKEN = 'The answer has status 200, but its JSON is broken or not what the service answers.';

describe('an answer of the token endpoint', () => {
  const json = { 'content-type': 'application/json' };
  for (const [what, response, message] of [
    ['is empty', new Response(null, { status: 204 }), 'The answer has status 204 and is empty.'],
    ['is broken JSON', new Response('{"access_token":"rpt_oat_A', { headers: json }), BROKEN],
    ['has no tokens', Response.json({ ok: true }), BROKEN],
    ['does not say when they end', Response.json({ ...tokenAnswer(1), expires_in: undefined }), BROKEN],
    ['has no refresh token', Response.json({ ...tokenAnswer(1), refresh_token: undefined }), BROKEN],
    [
      'refuses without a reason',
      Response.json({ ok: false }, { status: 400 }),
      'The answer has status 400 and is not of the service: {"ok":false}',
    ],
  ] as const) {
    it(`that ${what} rejects with unexpected_answer, and the code is not sent again`, async () => {
      const { oauth, forms } = clientWith(() => response);
      const exchanged = oauth.exchange(`${CALLBACK}?code=c&state=s`, { state: 's', code_verifier: 'v' });
      await assert.rejects(exchanged, { name: 'OAuthError', error: 'unexpected_answer', message });
      assert.equal(forms.length, 1);
    });
  }

  it('that is cut off makes a refresh try again at once, because a later try would revoke the grant', async () => {
    const answers = [new Response('{"access_tok', { headers: json }), Response.json(tokenAnswer(2))];
    const { oauth } = clientWith(() => answers.shift()!);
    assert.equal((await oauth.refresh('refresh-1')).access_token, 'access-2');
  });
});

describe('a refresh whose answer was lost', () => {
  /**
   * Refreshes, loses the first answer and gives `answers` to the further tries. Returns the outcome
   * and the time of each try.
   */
  async function triesAfterLoss(...answers: Response[]) {
    const { time, chance } = timeOfWaits();
    const tries_ms: number[] = [];
    const { oauth } = clientWith(() => {
      tries_ms.push(time.now_ms);
      if (tries_ms.length === 1) throw new TypeError('fetch failed');
      return answers.shift()!;
    }, chance);
    const outcome = await oauth.refresh('refresh-1').catch((error: OAuthError) => error);
    return { outcome, tries_ms };
  }

  it('is not tried again when the service asks to wait a minute, because the grant would end', async () => {
    const { outcome, tries_ms } = await triesAfterLoss(refusal(503, 60), Response.json(tokenAnswer(2)));
    assert.equal((outcome as OAuthError).status, 503);
    assert.deepEqual(tries_ms, [0, 500]);
  });

  it('is tried again within the minute in which the service repeats its answer', async () => {
    const { outcome, tries_ms } = await triesAfterLoss(refusal(503, 40), Response.json(tokenAnswer(2)));
    assert.equal((outcome as TokenSet).access_token, 'access-2');
    assert.ok(tries_ms[2]! > 40_000 && tries_ms[2]! < 45_000, String(tries_ms));
  });

  it('is not tried again when the machine has slept in between', async () => {
    const { time, chance } = timeOfWaits();
    const wait = async () => {
      time.now_ms += 3_600_000;
    };
    const lost = () => Promise.reject(new TypeError('fetch failed'));
    const { oauth, forms } = clientWith(lost, { ...chance, wait });
    await assert.rejects(oauth.refresh('refresh-1'), { name: 'ConnectionError' });
    assert.equal(forms.length, 1);
  });
});

it('a refresh that was refused before it was done is tried again at the time that the service names', async () => {
  const answers = [refusal(429, 60), Response.json(tokenAnswer(2))];
  const { oauth } = clientWith(() => answers.shift()!, timeOfWaits().chance);
  assert.equal((await oauth.refresh('refresh-1')).access_token, 'access-2');
});

describe('revoke', () => {
  it('takes the empty answer of RFC 7009 as success', async () => {
    const { oauth, forms } = clientWith(() => new Response(null));
    await oauth.revoke('refresh-1');
    assert.equal(forms[0]?.token, 'refresh-1');
  });

  it('does not take the page of another program as success', async () => {
    const page = () => new Response('<h1>Sign in to the network</h1>');
    const { oauth } = clientWith(page, timeOfWaits().chance);
    await assert.rejects(oauth.revoke('refresh-1'), { error: 'unexpected_answer', message: /<h1>Sign in/ });
  });
});

describe('a token is refreshed', () => {
  for (const [lifetime_s, left_s] of [
    [3600, 60],
    [60, 15],
  ] as const) {
    it(`${left_s} s before its end when it lives for ${lifetime_s} s`, async (t) => {
      t.mock.timers.enable({ apis: ['Date'] });
      let issued = 1;
      const { oauth, forms } = clientWith(() =>
        Response.json({ ...tokenAnswer(++issued), expires_in: lifetime_s }),
      );
      const session = oauth.session(memoryStore(expired));
      assert.equal(await session.accessToken(), 'access-1');
      t.mock.timers.setTime(Date.parse(expired.refresh_at));
      assert.equal(await session.accessToken(), 'access-2');
      t.mock.timers.tick((lifetime_s - left_s) * 1000 - 1);
      assert.equal(await session.accessToken(), 'access-2');
      t.mock.timers.tick(1);
      assert.equal(await session.accessToken(), 'access-3');
      assert.equal(forms.length, 2);
    });
  }
});

describe('a session', () => {
  const ended = () =>
    Response.json({ error: 'invalid_grant', error_description: 'It was revoked.' }, { status: 400 });

  it('returns the stored access token while it is valid', async () => {
    const { oauth, forms } = clientWith(() => Response.error());
    const store = memoryStore({ ...expired, refresh_at: '2999-01-01T00:00:00.000Z' });
    assert.equal(await oauth.session(store).accessToken(), 'access-1');
    assert.deepEqual(forms, []);
  });

  it('refreshes once for all calls that are waiting, and keeps the new tokens', async () => {
    const { oauth, forms } = clientWith(() => Response.json(tokenAnswer(2)));
    const store = memoryStore(expired);
    const session = oauth.session(store);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => session.accessToken()));
    assert.deepEqual(new Set(tokens), new Set(['access-2']));
    assert.deepEqual(
      forms.map(({ grant_type, refresh_token }) => [grant_type, refresh_token]),
      [['refresh_token', 'refresh-1']],
    );
    assert.equal((await store.load())?.refresh_token, 'refresh-2');
  });

  it('refreshes a token that the service has refused, whatever the clock says', async () => {
    const { oauth } = clientWith(() => Response.json(tokenAnswer(2)));
    const session = oauth.session(memoryStore({ ...expired, refresh_at: '2999-01-01T00:00:00.000Z' }));
    assert.equal(await session.accessToken('access-1'), 'access-2');
  });

  it('tries again when the network fails, and fails for all when the grant has ended', async () => {
    const { oauth, forms } = clientWith(() => {
      if (forms.length === 1) throw new TypeError('fetch failed');
      return ended();
    });
    const session = oauth.session(memoryStore(expired));
    const outcomes = await Promise.allSettled([session.accessToken(), session.accessToken()]);
    const errors = outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason as OAuthError);
    assert.deepEqual(
      errors.map(({ error }) => error),
      ['invalid_grant', 'invalid_grant'],
    );
    assert.equal(forms.length, 2);
  });

  it('forgets a refresh token that will never work again, and does not send it again', async () => {
    const { oauth, forms } = clientWith(ended);
    const store = memoryStore(expired);
    const session = oauth.session(store);
    await assert.rejects(async () => session.accessToken(), { error: 'invalid_grant' });
    assert.equal(await store.load(), null);
    await assert.rejects(async () => session.accessToken(), { error: 'not_connected' });
    assert.equal(forms.length, 1);
  });

  it('keeps tokens that came into the store while the old ones were refused', async () => {
    const store = memoryStore(expired);
    const { oauth } = clientWith(async () => {
      await store.save({ ...expired, refresh_token: 'refresh-9' });
      return ended();
    });
    await assert.rejects(async () => oauth.session(store).accessToken(), { error: 'invalid_grant' });
    assert.equal((await store.load())?.refresh_token, 'refresh-9');
  });

  it('keeps a refresh token when the refresh fails for another reason', async () => {
    const { oauth } = clientWith(() => Response.json({ error: 'invalid_client' }, { status: 401 }));
    const store = memoryStore(expired);
    await assert.rejects(async () => oauth.session(store).accessToken(), { error: 'invalid_client' });
    assert.equal(await store.load(), expired);
  });

  it('without tokens says what to do', async () => {
    const { oauth } = clientWith(() => Response.error());
    await assert.rejects(async () => oauth.session(memoryStore()).accessToken(), { error: 'not_connected' });
  });
});
