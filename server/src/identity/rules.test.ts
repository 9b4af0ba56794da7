import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseNewPassword } from './new-password.ts';
import { refuseEmail, refuseName } from './rules.ts';

const ADA = {
  email: 'ada.lovelace@example.com',
  name: 'Ada Lovelace',
  base_url: 'https://crm.analytical.example',
};

test('a fault of a field is a sentence that begins with its pointer', async () => {
  const refusals = [
    refuseEmail('nowhere'),
    refuseName(' '),
    await refuseNewPassword('short', '/new_password', ADA),
  ];
  for (const error of refusals.flatMap((refusal) => refusal!.errors))
    assert.ok(error.detail.startsWith(`${error.pointer} must `), error.detail);
});

for (const [why, passwords] of [
  [
    'one of the first that attackers try',
    ['1234567890', 'qwertyuiop', 'Password2026!', '!!sunshine123', 'PASSWORD123'],
  ],
  ['a pattern', [' '.repeat(10), 'abcabcabcabc', 'abcdefghijkl', '9876543210987', 'zzzzzzzzzzzz']],
  [
    'little more than who they are and where',
    [
      'Ada Lovelace',
      'ada.lovelace@example.com',
      'Rapport-2026',
      'lovelace1815',
      'localhost3140',
      'Analytical1!',
    ],
  ],
] as const) {
  test(`a password that is ${why} is refused`, async () => {
    for (const password of passwords) {
      const refusal = await refuseNewPassword(password, '/password', ADA);
      assert.deepEqual(
        [refusal?.errors[0]?.code, refusal?.errors[0]?.pointer],
        ['not_allowed', '/password'],
        password,
      );
    }
  });
}

test('a few words are a good password, even with a common word or beside a name', async () => {
  for (const password of [
    'correct horse battery',
    'another long password',
    'lovelace loves the engine',
    '密码是一只红色的大象啊',
  ]) {
    assert.equal(await refuseNewPassword(password, '/password', ADA), null, password);
  }
});
