import type { Sentences } from '../../platform/http/pages/say.ts';

export const GERMAN: Sentences = {
  'Allow {application}': '{application} erlauben',
  'Allow {application} to use Rapport for you?': 'Darf {application} Rapport für Sie verwenden?',
  Application: 'App',
  Company: 'Unternehmen',
  Address: 'Adresse',
  'Nobody has registered it here: the address is all that is known for sure, and the name is what it calls itself.':
    'Niemand hat die App hier registriert: Sicher ist nur die Adresse. Den Namen gibt sie sich selbst.',
  'Leads back to': 'Führt zurück zu',
  You: 'Sie',
  'Use another user': 'Mit einem anderen Zugang anmelden',
  'It will be able to see': 'Die App wird sehen',
  'It will be able to add, change and delete': 'Die App wird anlegen, ändern und löschen',
  '(new)': '(neu)',
  'It goes on while you are away, until you disconnect it.':
    'Das gilt auch, während Sie nicht da sind, bis Sie die App trennen.',
  Deny: 'Ablehnen',
  Allow: 'Zugriff erlauben',
  'Allow it only if you know the application and came here on purpose. Untick what it need not have.':
    'Erlauben Sie das nur, wenn Sie die App kennen und mit Absicht hier sind. Entfernen Sie die Haken bei allem, was sie nicht braucht.',
  'You have no Account yet; it will reach those you join later.':
    'Sie haben noch keinen Account. Die App erreicht die, denen Sie später beitreten.',
  Where: 'Wo',
  'In all your Accounts, and those you join later': 'In allen Ihren Accounts, auch in späteren',
  'Only in Accounts that you choose': 'Nur in gewählten Accounts',
  'Who you are: your name and your e-mail address': 'Wer Sie sind: Ihren Namen und Ihre E-Mail-Adresse',
  'Everything that you can, and changes as they happen':
    'Alles, was Sie sehen, und Änderungen, sobald sie geschehen',
  'That you are the same person each time you sign in': 'Dass Sie bei jeder Anmeldung dieselbe Person sind',
  'Your name': 'Ihren Namen',
  'Your e-mail address': 'Ihre E-Mail-Adresse',
  'Everything that you can. Without this tick it only sees':
    'Alles, was Sie dürfen. Ohne diesen Haken sieht die App nur',
  'Members, custom fields and views': 'Mitglieder, eigene Felder und Ansichten',
  'Changes as they happen, of what it may see': 'Änderungen an dem, was sie sehen darf, sobald sie geschehen',
  'Custom fields, views, tags and settings of the Account':
    'Eigene Felder, Ansichten, Schlagwörter und Einstellungen des Accounts',
  'Nothing by itself: it proposes changes, and you accept or decline them':
    'Von sich aus nichts: Sie schlägt Änderungen vor, und Sie nehmen sie an oder lehnen sie ab',
  Clients: 'Kunden',
  Contacts: 'Kontakte',
  Deals: 'Verkaufschancen',
  Tasks: 'Aufgaben',
  Notes: 'Notizen',
  Files: 'Dateien',
  'Mails that you may read': 'E-Mails, die Sie lesen dürfen',
  'Mails: it sends them from your mailboxes, in your name':
    'E-Mails: Sie sendet sie aus Ihren Postfächern, in Ihrem Namen',
  Pipelines: 'Pipelines',
  'A second factor is needed': 'Ein zweiter Faktor ist nötig',
  'Set up a second factor first': 'Richten Sie zuerst einen zweiten Faktor ein',
  '{accounts} requires a second factor of all members, and you have none. An application would act there for you.':
    '{accounts} verlangt von allen Mitgliedern einen zweiten Faktor, und Sie haben keinen. Eine App würde dort für Sie handeln.',
  '{accounts} require a second factor of all members, and you have none. An application would act there for you.':
    '{accounts} verlangen von allen Mitgliedern einen zweiten Faktor, und Sie haben keinen. Eine App würde dort für Sie handeln.',
  'Set it up': 'Zweiten Faktor einrichten',
  'Then come back from the application. Nothing was allowed.':
    'Beginnen Sie danach in der App noch einmal. Es wurde nichts erlaubt.',
  'The request is not valid': 'Die Anfrage ist nicht gültig',
  'This application cannot be connected': 'Diese App lässt sich nicht verbinden',
  'The application that sent you here sent a faulty request, so you were not sent back to it. Nothing was allowed.':
    'Die App, von der Sie kommen, hat eine fehlerhafte Anfrage gesendet. Rapport leitet Sie daher nicht zu ihr zurück. Es wurde nichts erlaubt.',
  'If you are its developer, correct the request; if not, tell its makers.':
    'Wenn Sie die App entwickeln, korrigieren Sie die Anfrage; sonst wenden Sie sich an den Hersteller.',
  Request: 'Anfrage',
  'Leave at least one thing ticked that it may see or change, or deny it.':
    'Lassen Sie mindestens einen Haken stehen, oder lehnen Sie ab.',
  'Choose at least one Account, or deny it.': 'Wählen Sie mindestens einen Account, oder lehnen Sie ab.',
  'This form is no longer valid. Check what the application asks for, and choose again.':
    'Dieses Formular gilt nicht mehr. Prüfen Sie, was die App verlangt, und wählen Sie erneut.',
};
