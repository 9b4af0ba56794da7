import type { DropOutcome, HeldReason } from '@rapport/contract/mail-drop';

/** Texts of secret addresses for mail, and of what waits there. */
export const mailDrop = {
  title: 'Drop box',
  about:
    'A secret address of your own. Put it in Bcc, or forward a mail as an attachment to it, and Rapport keeps the mail with the people it concerns.',
  from: 'Send from the address with which you sign in here, or that of one of your mailboxes. Mail from elsewhere waits below until you keep it.',
  make: 'Make an address',
  address: 'Your secret address',
  renew: 'Make another address',
  renewTitle: 'Make another address?',
  renewHint: 'The old one is unknown at once. Change it wherever you have saved it.',
  end: 'End',
  endName: 'End the drop box',
  endTitle: 'End the drop box?',
  endHint: 'Its address is unknown at once, and what waits there is gone. What was kept stays.',
  none: 'No mail has come yet.',
  last: (when: string, what: string) => `Last mail: ${when}. ${what}`,
  outcomes: {
    kept: 'It is with its people.',
    held: 'It waits for you.',
    full: 'It was not taken: too much waits already. If you have sent none of it, make another address.',
    nobody_known: 'Nothing of it was kept: nobody in it is a Contact or Client.',
    automatic: 'Nothing of it was kept: a program had sent it by itself.',
    unreadable: 'Nothing of it was kept: it could not be read.',
  } satisfies Record<DropOutcome, string> as Record<DropOutcome, string>,
  held: 'Mail that waits for you',
  heldAbout: 'Nothing proves that you sent it. What you do not keep is deleted after seven days.',
  reasons: {
    unclear_sender: 'It names no sender, or several.',
    other_sender: 'The sender is none of your addresses.',
    unproven: 'Nothing proves that it comes from this address.',
  } satisfies Record<HeldReason, string> as Record<HeldReason, string>,
  noSubject: '(no subject)',
  keep: 'Keep',
  keepOf: (subject: string) => `Keep “${subject}”`,
  kept: 'The mail is with its people.',
  discard: 'Discard',
  discardOf: (subject: string) => `Discard “${subject}”`,
  discardTitle: 'Discard this mail?',
  discardHint: 'Nothing of it stays in Rapport.',
};
