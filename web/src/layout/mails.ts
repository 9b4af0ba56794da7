/**
 * True when mails are sent. Without a mail server the operator keeps them and has to pass them on.
 */
export const mailsAreSent =
  document.querySelector<HTMLMetaElement>('meta[name=rapport-mails]')?.content !== 'kept';
