/** A mail as text, for tests. */
export function mailText({
  from = 'Grace Hopper <grace@navy.example>',
  to = 'ada@example.com',
  cc,
  subject = 'Your offer',
  id = `${Math.random().toString(36).slice(2)}@navy.example`,
  date = new Date(),
  answers = [],
  type = 'text/plain; charset=utf-8',
  body = 'Dear Ada, thank you.',
}: {
  from?: string;
  to?: string;
  cc?: string;
  subject?: string;
  id?: string;
  date?: Date;
  answers?: string[];
  type?: string;
  body?: string;
} = {}): string {
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    ...(cc ? [`Cc: ${cc}`] : []),
    `Subject: ${subject}`,
    `Message-ID: <${id}>`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    ...(answers.length > 0 ? [`References: ${answers.map((one) => `<${one}>`).join(' ')}`] : []),
    'MIME-Version: 1.0',
    `Content-Type: ${type}`,
    '',
    body,
  ];
  return lines.join('\r\n');
}
