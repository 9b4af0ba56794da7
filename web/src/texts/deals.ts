import type { DEAL } from '@rapport/contract/records/deals';
import { type Labels, recordTexts } from './record-kinds.ts';
import { COMMON_LABELS } from './records.ts';

/** Labels of the fields of a Deal, in the order of its page. */
export const DEAL_LABELS: Labels<typeof DEAL> = {
  title: 'Title',
  client_uuid: 'Client',
  status: 'Status',
  stage_uuid: 'Stage',
  pipeline_uuid: 'Pipeline',
  amount: 'Amount',
  currency: 'Currency',
  expected_close_on: 'Expected close',
  probability: 'Probability in %',
  contacts: 'Contacts',
  source: 'Source',
  lost_reason: 'Lost because',
  closed_at: 'Closed',
  stage_entered_at: 'In this stage since',
  description: 'Description',
  ...COMMON_LABELS,
};

export const DEAL_STATUS_LABELS: Record<string, string> = { open: 'Open', won: 'Won', lost: 'Lost' };

export const deals = {
  ...recordTexts({
    one: 'Deal',
    many: 'Deals',
    search: 'title, source, tags',
    what: 'A Deal is a sale under way: what a Client may buy, for how much, by when.',
  }),
  board: 'Board',
  asTable: 'Table',
  layout: 'Show Deals as',
  pipeline: 'Pipeline',
  mine: 'Mine',
  inStage: (stage: string, count: number) => `${stage}, ${count} ${count === 1 ? 'Deal' : 'Deals'}`,
  stageEmpty: 'No Deals here',
  noClient: 'No Client yet',
  more: (count: number) => `${count.toLocaleString()} more`,
  next: 'Next',
  noNextStep: 'No next step',
  stale: (days: number) => `${days} days in this stage`,
  daysHere: (days: number) => (days === 0 ? 'since today' : days === 1 ? '1 day' : `${days} days`),
  path: 'Stages',
  closes: 'Closes',
  moveTo: 'Move to …',
  moveOf: (title: string) => `Move ${title}`,
  moved: (title: string, stage: string) => `${title} is in ${stage}.`,
  notMoved: (title: string) => `Rapport does not answer, so ${title} is where it was. Check the connection.`,
  won: 'Won',
  lost: 'Lost',
  reopen: 'Reopen',
  reopened: (title: string) => `${title} is open again.`,
  isWon: (title: string) => `${title} is won.`,
  isLost: (title: string) => `${title} is lost.`,
  dropWon: 'Drop here when it is won',
  dropLost: 'Drop here when it is lost',
  markLost: 'Mark as lost',
  lostTitle: (title: string) => `Why was ${title} lost?`,
  lostReason: 'Reason',
  lostReasons: ['Too expensive', 'Chose another', 'No budget', 'No answer', 'Not the right time'],
  howToMove:
    'Drag a card to another stage, or use its menu. By keyboard: arrow keys go from card to card, M moves.',
};
