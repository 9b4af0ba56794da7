/** Texts of the page of today. */
export const todayTexts = {
  title: 'Today',
  overdue: 'Overdue',
  today: 'Today',
  week: 'The next seven days',
  later: 'No day yet',
  whose: 'Whose Tasks',
  quick: 'What is to be done?',
  add: 'Add',
  free: 'Nothing is waiting for you',
  freeHint: 'Due Tasks appear here. Add one above, or on the page of a Client, a Contact or a Deal.',
  freeHintReader: 'Due Tasks appear here.',
  noStep: 'Deals without a next step',
  noStepHint: 'Open Deals for which nobody has planned a next step.',
  keysReader: 'j and k go through the Tasks.',
  keys: 'j and k go through the Tasks, x completes the one at the cursor.',
};
