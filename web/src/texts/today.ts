/** Texts of the page of today. */
export const todayTexts = {
  title: 'Today',
  overdue: 'Overdue',
  today: 'Today',
  week: 'The next seven days',
  later: 'No day yet',
  mine: 'Mine',
  all: 'Everybody’s',
  whose: 'Whose Tasks',
  newTask: 'New Task',
  quick: 'What is to be done?',
  due: 'Due',
  add: 'Add',
  free: 'Nothing is waiting for you',
  freeHint:
    'Tasks that are due come up here. Write one above, or on the page of a Client, a Contact or a Deal.',
  nothingToday: 'Nothing is due today.',
  noStep: 'Deals without a next step',
  noStepHint: 'Open, and nobody has planned what comes next.',
  keys: 'j and k go through the Tasks, x completes the one at the cursor.',
};
