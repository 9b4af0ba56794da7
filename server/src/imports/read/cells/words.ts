import { yesOrNoIn } from '../../../platform/cells/yes-or-no.ts';
import { saysNothing } from './empty.ts';

/** What says beside yes that something is done, and beside no that it is still to be done. */
const DONE =
  /^(?:done|completed?|closed|held|finished|erledigt|abgeschlossen|terminée?|fait|hecho|completad[oa]|fatto|completat[oa]|feit[oa]|concluíd[oa]|voltooid|gereed)$/i;
const TO_DO =
  /^(?:open|to ?do|not[ _]?started|planned|pending|in[ _]?progress|deferred|waiting.*|offen|nicht begonnen|geplant|ouverte?|à faire|pendiente|abiert[oa]|aperto|da fare|pendente|abert[oa]|not_contacted)$/i;

/** Whether a text means yes or done; null when it means neither. */
export function readYes(text: string): boolean | null {
  return yesOrNoIn(text) ?? (DONE.test(text) ? true : TO_DO.test(text) ? false : null);
}

/** Whether the text of a column such as "Is deleted" says so. */
export function saysDeleted(text: string): boolean {
  return readYes(text) !== false && !saysNothing(text);
}

const WON =
  /^(?:closed[ _]?won|won|gewonnen|abgeschlossen und gewonnen|closed won.*|gagnée?|fermé gagné|fermée? et gagnée?|conclu gagné|ganad[oa]|cierre ganado|cerrad[oa] ganad[oa]|vint[oa]|chius[oa] vint[oa]|chiuso acquisito|ganh[oa]|fechad[oa] ganh[oa]|negócio fechado|customer|gewonnen deal|vunn[ae]t|wygran[ay])$/i;
const LOST =
  /^(?:closed[ _-]?lost.*|lost|verloren|abgeschlossen und verloren|perdue?|fermé perdu|fermée? et perdue?|conclu perdu|perdid[oa]|cierre perdido|cerrad[oa] perdid[oa]|pers[oa]|chius[oa] pers[oa]|perso|negócio perdido|fechad[oa] perdid[oa]|förlorad|tabt|tapt|przegran[ay])$/i;

/** Whether a stage or status means that a deal was won or lost. */
export function readEnding(text: string): 'won' | 'lost' | null {
  return WON.test(text) ? 'won' : LOST.test(text) ? 'lost' : null;
}

type Words = [value: string, words: RegExp][];

/** What other systems call the values of our choices, by kind and field. */
const CHOICES: Record<string, Words> = {
  'deal.status': [['open', /^(?:open|offen|ouverte?|abiert[oa]|apert[oa]|abert[oa]|in progress|active)$/i]],
  'client.status': [
    [
      'lead',
      /^(?:(?:hot |warm |cold )?lead|subscriber|abonnent|marketing[ -]?qualified[ -]?lead|new|interessent)$/i,
    ],
    ['prospect', /^(?:prospect|sales[ -]?qualified[ -]?lead|opportunity|gelegenheit|oportunidad)$/i],
    [
      'active',
      /^(?:active|(?:existing |current )?(?:customer|client)(?: [-–] .*)?|(?:bestands|stamm|neu)?kunde|cliente|evangelist|partner|aktiv)$/i,
    ],
    ['inactive', /^(?:inactive|former.*|ex[ -]?(?:customer|client)|churned.*|lost.*|ehemalig.*|inaktiv)$/i],
  ],
  'client.kind': [
    ['person', /^(?:person|individual|people|contact)$/i],
    ['organisation', /^(?:organi[sz]ation|company|business|account|firma)$/i],
  ],
  'task.type': [
    ['call', /^(?:call|phone|anruf|appel|llamada|chiamata|ligação|telefoontje)$/i],
    ['meeting', /^(?:meeting|appointment|lunch|demo|termin|besprechung|réunion|reunión|riunione|reunião)$/i],
    ['email', /^(?:e-?mail|mail|correo.*|courriel)$/i],
    ['todo', /^(?:to[ _-]?do|task|deadline|follow[ _-]?up|other|aufgabe|tâche|tarea|attività|tarefa)$/i],
  ],
  'task.direction': [
    ['outgoing', /^(?:outgoing|outbound|out|ausgehend|sortant|saliente|in uscita)$/i],
    ['incoming', /^(?:incoming|inbound|in|eingehend|entrant|entrante|in entrata)$/i],
    ['none', /^(?:none|unknown|internal|)$/i],
  ],
  'task.call_outcome': [
    ['reached', /^(?:reached|connected|answered|completed|spoke.*|talked|erreicht)$/i],
    ['left_message', /^(?:left[ _-](?:a[ _-])?(?:live[ _-])?(?:voice ?mail|message)|voice ?mail)$/i],
    ['no_answer', /^(?:no[ _-]answer|not[ _-]answered|unanswered|missed|nicht erreicht)$/i],
    ['busy', /^(?:busy|line busy|besetzt)$/i],
    ['wrong_number', /^(?:wrong[ _-]number|invalid number|falsche nummer)$/i],
    ['none', /^(?:none|)$/i],
  ],
  'task.priority': [
    ['high', /^(?:high|highest|urgent|hoch|haute|élevée|alta|alto)$/i],
    ['normal', /^(?:normal|medium|none|mittel|moyenne|media|média|)$/i],
    ['low', /^(?:low|lowest|niedrig|basse|faible|baja|bassa|baixa)$/i],
  ],
};

/** The value of our choice that a word of another system means; null when nobody can say. */
export function readChoice(name: string, choices: readonly string[], text: string): string | null {
  const plain = text.trim().toLowerCase();
  if (choices.includes(plain)) return plain;
  if (name === 'client.status') return furthest(choices, text);
  if (name === 'deal.status') return readEnding(text) ?? fromWords(CHOICES[name]!, text);
  if (name === 'task.status') {
    const isDone = readYes(text);
    return isDone === null ? null : isDone ? 'completed' : 'open';
  }
  return fromWords(CHOICES[name] ?? [], text);
}

/** A cell may have several labels. The furthest choice counts: active for `Customer, Hot lead`. */
function furthest(choices: readonly string[], text: string): string | null {
  const said = [text, ...text.split(/[,;]/)].map((part) => fromWords(CHOICES['client.status']!, part));
  return choices.findLast((choice) => said.includes(choice)) ?? null;
}

function fromWords(words: Words, text: string): string | null {
  return words.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? null;
}
