export const secondFactor = {
  title: 'Second factor',
  about:
    'An app on your phone shows a new code every 30 seconds. With it, your password alone is not enough to sign in.',
  off: 'Your password alone is enough to sign in.',
  setUp: 'Set up',
  steps: [
    'Install an authenticator app if you have none, such as Aegis, 2FAS, Google Authenticator or the one of your password manager.',
    'Scan this code with it, or type the key.',
    'Type the six digits that it shows.',
  ],
  qrCode: 'QR code for your authenticator app',
  key: 'Key',
  code: 'Code that the app shows',
  turnOn: 'Turn on',
  on: 'On since',
  turnedOn: 'Your second factor is on. Your other browsers are signed out.',
  keepTitle: 'Keep these recovery codes',
  keep: 'Each signs you in once when the app is not at hand. They are shown only now: print them, or keep them in your password manager, not on the phone with the app.',
  download: 'Download',
  kept: 'I have kept them',
  fileHead: (host: string, email: string) =>
    `Recovery codes of ${email} for Rapport at ${host}. Each works once.`,
  left: (count: number) =>
    count === 0
      ? 'No recovery codes are left. Make new ones, or only the operator can let you in when the app is lost.'
      : `${count} of 10 recovery codes are left.`,
  renew: 'New recovery codes',
  renewTitle: 'Make new recovery codes?',
  renewHint: 'Your present codes stop working.',
  turnOff: 'Turn off',
  turnOffTitle: 'Turn the second factor off?',
  turnOffHint: 'Then your password alone is enough to sign in. Your recovery codes stop working.',
  turnOffCloses: (names: string[]) =>
    ` ${names.join(', ')} ${names.length === 1 ? 'requires' : 'require'} it, and stays closed to you until you set it up again.`,
  turnedOff: 'Your second factor is off.',
  closedTitle: (name: string) => `${name} requires a second factor`,
  closed:
    'Its owners want all members to sign in with an app as well as the password. Set it up, which takes a minute; then you can go on here. Your tokens and connected apps work as before.',
  closedNote: (names: string[]) =>
    `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} closed to you until you set up a second factor.`,
  toSetup: 'Set it up',
  account: 'Second factor',
  accountAbout:
    'Members without one must set it up before they can use this Account on the pages. Their tokens and connected apps keep working; new ones need it.',
  require: 'Require a second factor of all members',
  requireFirst: 'Set up your own first.',
  required: 'All members need a second factor now.',
  optional: 'A second factor is up to each member now.',
};
