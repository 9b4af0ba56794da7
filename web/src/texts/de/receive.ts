import type * as en from '../receive.ts';

export const receive = {
  title: 'Webhooks empfangen',
  about:
    'Ein Empfänger, der jede Signatur prüft, in vier Schritten. Der Code ist der, den unsere eigenen Tests gegen den Dienst laufen lassen.',
  subscribe: '1. Webhook anlegen',
  subscribeAbout:
    'Legen Sie einen Webhook mit der URL Ihres Empfängers und den gewünschten Ereignissen an. Solange er keine öffentliche URL hat, tut npx rapport listen --forward-to http://localhost:4000/ beides.',
  openWebhooks: 'Einstellungen: Webhooks',
  secret: '2. Signaturschlüssel holen',
  secretAbout:
    'Nur die API gibt ihn heraus, nie diese Seiten. Führen Sie das dort aus, wo Ihr Empfänger läuft, mit einem Ihrer Token:',
  secretCommand: 'Befehl für den Schlüssel',
  receiver: '3. Empfänger kopieren',
  receiverAbout:
    'Er berechnet den HMAC-SHA256 des rohen Inhalts mit dem Schlüssel, vergleicht ihn in konstanter Zeit mit X-Signature, antwortet 401, wenn sie verschieden sind, und 2xx, wenn sie passen.',
  start: 'Befehl zum Starten',
  rules: '4. Die Arbeit tun',
  rulesList: [
    'Antworten Sie innerhalb von 15 Sekunden; tun Sie danach, was länger dauert.',
    'Alles außer 2xx wird erneut versucht, etwa drei Tage lang. 410 deaktiviert den Webhook.',
    'Eine Zustellung kann zweimal kommen, wenn Ihre Antwort verloren ging. Verarbeiten Sie jede uuid des Inhalts einmal.',
    'Zustellungen können einander überholen: Die version in data sagt, welcher Stand neuer ist.',
  ],
} satisfies typeof en.receive;
