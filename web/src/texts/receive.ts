export const receive = {
  title: 'Receive webhooks',
  about:
    'A receiver that checks every signature, in four steps. The code is what our own tests run against the service.',
  subscribe: '1. Subscribe',
  subscribeAbout:
    'Create a subscription with the address of your receiver and the events you want. While it has no public address, npx rapport listen --forward-to http://localhost:4000/ does both.',
  openWebhooks: 'Settings: Webhooks',
  secret: '2. Get the signing secret',
  secretAbout:
    'Only the API returns it, never these pages. Run this where your receiver runs, with a token of yours:',
  secretCommand: 'Command for the secret',
  receiver: '3. Copy a receiver',
  receiverAbout:
    'It computes the HMAC-SHA256 of the raw body with the secret, compares it with X-Signature in constant time, answers 401 when they differ and 2xx when they match.',
  start: 'Command to start it',
  rules: '4. Do the work',
  rulesList: [
    'Answer within 15 seconds; do what takes longer afterwards.',
    'Anything but a 2xx is tried again, for about three days. 410 switches the subscription off.',
    'A delivery may come twice, when your answer was lost. Handle each uuid of the body once.',
    'Deliveries may overtake each other: the version in data says which state is newer.',
  ],
};
