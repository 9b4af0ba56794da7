import { SIGNING_SECRET_LENGTH } from '@rapport/contract/webhook-subscriptions';
import { InvalidArgumentError, Option } from 'commander';

/** Returns the option `--secret`, the secret to sign with. */
export function secretOption(description: string): Option {
  return new Option('--secret <secret>', description).argParser(parseSecret);
}

function parseSecret(text: string): string {
  if (new RegExp(`^[A-Za-z0-9]{${SIGNING_SECRET_LENGTH}}$`).test(text)) return text;
  throw new InvalidArgumentError(
    `A signing secret has ${SIGNING_SECRET_LENGTH} letters and digits. Make one with: openssl rand -hex ${SIGNING_SECRET_LENGTH / 2}`,
  );
}
