import type * as en from '../requests.ts';

export const requests = {
  title: 'API-Anfragen',
  about:
    'Die API-Anfragen Ihrer Token und verbundenen Apps in den letzten drei Tagen, ohne Parameter und Inhalte. Eine Anfrage erscheint etwa eine Sekunde nach ihrer Antwort.',
  open: 'Anfragen ansehen',
  card: 'Die Anfragen Ihrer Programme, mit Antwort und Dauer.',
  refresh: 'Aktualisieren',
  answers: 'Antworten',
  allAnswers: 'Alle Antworten',
  refused: 'Abgelehnt oder fehlgeschlagen (ab 400)',
  done: 'Erledigt (unter 400)',
  method: 'Methode',
  allMethods: 'Alle Methoden',
  by: 'Von welchem Token oder welcher App',
  allCallers: 'Alle Token und Apps',
  oneRequest: 'Nur eine Anfrage ×',
  emptyTitle: 'Keine solchen Anfragen',
  empty:
    'Anfragen mit einem Token stehen hier drei Tage. Versuchen Sie eine mit curl, oder wählen Sie andere Filter.',
  took: (ms: number) => `${ms}\u00A0ms`,
  requestId: 'X-Request-Id',
  gone: 'ein gelöschtes Token',
  ofRequest: 'Anfrage ansehen',
} satisfies typeof en.requests;
