import { mailText } from './mail-text.ts';

/** A delivery status notification as text (RFC 3464), as mail servers send one, for tests. */
export function reportText({
  message_id,
  address = 'grace@navy.example',
  action = 'failed',
  status = '5.1.1',
  said = '550 5.1.1 No such user',
  date = new Date(),
}: {
  message_id: string;
  address?: string;
  action?: string;
  status?: string;
  said?: string;
  date?: Date;
}): string {
  const part = (type: string, lines: string[]) => ['--rep', `Content-Type: ${type}`, '', ...lines, ''];
  return mailText({
    from: 'Mail Delivery System <MAILER-DAEMON@mx.example>',
    subject: 'Undelivered Mail Returned to Sender',
    id: `${Math.random().toString(36).slice(2)}@mx.example`,
    date,
    type: 'multipart/report; report-type=delivery-status;\r\n boundary="rep"',
    body: [
      ...part('text/plain', ['I am sorry to inform you that zqreport was not delivered.']),
      ...part('message/delivery-status', [
        ...['Reporting-MTA: dns; mx.example', ''],
        ...[`Final-Recipient: rfc822; ${address}`, `Action: ${action}`, `Status: ${status}`],
        ...['Remote-MTA: dns; mail.navy.example', `Diagnostic-Code: smtp; ${said}`, ' <in-reply>'],
      ]),
      ...part('message/rfc822', [`Message-ID: ${message_id}`, 'Subject: zqoriginal', '', 'zqbody']),
      '--rep--',
    ].join('\r\n'),
  });
}
