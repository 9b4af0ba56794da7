import type { Sentences } from '../../platform/http/pages/say.ts';

export const GERMAN: Sentences = {
  'Sign in': 'Anmelden',
  'E-mail address': 'E-Mail-Adresse',
  Password: 'Passwort',
  'Signed in': 'Angemeldet',
  'You are signed in': 'Sie sind angemeldet',
  'As {name} ({email}).': 'Als {name} ({email}).',
  'Go to Rapport': 'Zu Rapport',
  'Sign out': 'Abmelden',
  'Nobody has signed up here yet.': 'Hier hat noch niemand einen Zugang.',
  'Create the first account': 'Den ersten Zugang anlegen',
  'Forgotten your password?': 'Passwort vergessen?',
  'You are signed in as {name}. To go on, sign in once more, or as somebody else.':
    'Sie sind als {name} angemeldet. Melden Sie sich noch einmal oder als jemand anders an.',
  'Second step': 'Zweiter Schritt',
  'Code that your app shows': 'Code aus Ihrer App',
  'Recovery code': 'Ersatzcode',
  'One of the codes that you kept when you set the second factor up. Each works once.':
    'Einer der Ersatzcodes, die Sie beim Einrichten des zweiten Faktors aufbewahrt haben. Jeder gilt einmal.',
  'Use the app': 'Die App verwenden',
  'No codes left either? Ask the operator of this Rapport.':
    'Auch keine Codes mehr? Wenden Sie sich an die Systembetreuung.',
  'No app at hand? Use a recovery code': 'App nicht zur Hand? Ersatzcode verwenden',
  'This form is no longer valid, or cookies are blocked. Please try again.':
    'Dieses Formular gilt nicht mehr, oder Cookies sind gesperrt. Versuchen Sie es erneut.',
  'The e-mail address or the password is wrong. Check both, and try again.':
    'E-Mail-Adresse oder Passwort stimmen nicht. Prüfen Sie beides, und versuchen Sie es erneut.',
  'Your password was given too long ago. Give it again.':
    'Die Eingabe Ihres Passworts ist zu lange her. Geben Sie es erneut ein.',
  'Too many sign-ins failed. Wait {n} minutes, then try again.':
    'Zu viele Anmeldungen sind fehlgeschlagen. Warten Sie {n} Minuten, und versuchen Sie es dann erneut.',
};
