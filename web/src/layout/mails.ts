/** Whether mails are sent. Without a mail server they are kept with the operator, who has to pass them on. */
export const mailsAreSent =
  document.querySelector<HTMLMetaElement>('meta[name=rapport-mails]')?.content !== 'kept';
