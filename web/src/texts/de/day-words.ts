/** German words of days and what they are in English; the longer ones first. */
const WORDS: [RegExp, string][] = [
  [/\bum (\d{1,2}) uhr\b/, 'at $1'],
  [/\b(\d{1,2})[:.](\d\d) uhr\b/, '$1:$2'],
  [/\b(\d{1,2}) uhr\b/, '$1:00'],
  [/\bum (?=\d)/, 'at '],
  [/^am /, ''],
  [/\bheute\b/, 'today'],
  [/\bmorgen\b/, 'tomorrow'],
  [/\bgestern\b/, 'yesterday'],
  [/\bnächste woche\b/, 'next week'],
  [/\bnächsten monat\b/, 'next month'],
  [/\b(?:monatsende|ende des monats)\b/, 'end of month'],
  [/\bnächste[nr]? /, 'next '],
  [/\bletzte[nr]? /, 'last '],
  [/\bin einem tag\b/, 'in 1 day'],
  [/\bin einer woche\b/, 'in 1 week'],
  [/\bin einem monat\b/, 'in 1 month'],
  [/\bin einem jahr\b/, 'in 1 year'],
  [/^vor eine[mr] (.+)$/, '1 $1 ago'],
  [/^vor (\d{1,3} ?\S+)$/, '$1 ago'],
  [/(\d) ?(?:tagen|tage|tag|t)\b/, '$1 days'],
  [/(\d) ?(?:wochen|woche)\b/, '$1 weeks'],
  [/(\d) ?(?:monaten|monate|monat)\b/, '$1 months'],
  [/(\d) ?(?:jahren|jahre|jahr|j)\b/, '$1 years'],
  ...names([
    ['montag|mo', 'monday'],
    ['dienstag|di', 'tuesday'],
    ['mittwoch|mi', 'wednesday'],
    ['donnerstag|do', 'thursday'],
    ['freitag|fr', 'friday'],
    ['samstag|sonnabend|sa', 'saturday'],
    ['sonntag|so', 'sunday'],
    ['januar|jänner|jan', 'january'],
    ['februar|feber|feb', 'february'],
    ['märz|mrz', 'march'],
    ['april|apr', 'april'],
    ['mai', 'may'],
    ['juni|jun', 'june'],
    ['juli|jul', 'july'],
    ['august|aug', 'august'],
    ['september|sept|sep', 'september'],
    ['oktober|okt', 'october'],
    ['november|nov', 'november'],
    ['dezember|dez', 'december'],
  ]),
  // `1. december` is the first of December.
  [/^(\d{1,2})\. ?(?=[a-z])/, '$1 '],
];

export function inEnglish(words: string): string {
  return WORDS.reduce((said, [word, english]) => said.replace(word, english), words);
}

/** Letters with umlauts are no letters of a word for `\b`, so the signs around are named. */
function names(list: [string, string][]): [RegExp, string][] {
  return list.map(([german, english]) => [
    new RegExp(`(^|[ .\\d])(?:${german})\\.?(?=$|[ ,])`),
    `$1${english}`,
  ]);
}
