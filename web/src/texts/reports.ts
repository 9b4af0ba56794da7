/** Texts of the reports. */
export const reports = {
  title: 'Reports',
  choose: 'Report',
  of: (account: string) => `Of ${account}. Choose another Account at the top.`,
  names: {
    pipeline: 'Pipeline by stage',
    changes: 'What changed',
    stages: 'Conversion',
    'won-and-lost': 'Won and lost',
    forecast: 'Forecast',
    activity: 'Activity',
    'new-clients': 'New Clients',
  } as Record<string, string>,
  about: {
    pipeline:
      'What the open Deals are worth by stage. Weighted is the amount times its probability: that of the Deal, else that of its stage.',
    changes:
      'What became of the Deals that were open at the end of a past day, and which are new since. A Deal stands in each row that fits.',
    stages:
      'Deals that left a stage: where they went, what share went on or was won, and how many days they had been in it.',
    'won-and-lost': 'Deals by the month in which they were won or lost, and why they were lost.',
    forecast: 'Open Deals by the month in which they are expected to be decided.',
    activity:
      'What each person completed, wrote and won. Imported notes count by their date in the former system.',
    'new-clients':
      'Clients by month and by source: those added here, and those of imports by their date in the former system.',
  } as Record<string, string>,
  columns: {
    count: 'Deals',
    amount: 'Amount',
    weighted: 'Weighted',
    won_count: 'Won',
    won_amount: 'Amount won',
    lost_count: 'Lost',
    lost_amount: 'Amount lost',
    win_rate: 'Win rate',
    call: 'Calls',
    meeting: 'Meetings',
    email: 'E-mails',
    todo: 'To-dos',
    notes: 'Notes',
    imported_notes: 'Imported notes',
    won: 'Won',
    left: 'Left the stage',
    forward: 'Went on',
    back: 'Went back',
    lost: 'Lost',
    conversion: 'Conversion',
    average_days: 'Days on average',
    median_days: 'Days, median',
    amount_before: 'Then worth',
    amount_now: 'Now worth',
    added: 'Added here',
    imported: 'Imported',
  } as Record<string, string>,
  tables: {
    stages: 'Stage',
    changes: 'Since then',
    months: 'Month',
    reasons: 'Lost because',
    people: 'Person',
    sources: 'Source',
  } as Record<string, string>,
  /** The words of the API for rows that are no names, by the name of the table. */
  rows: {} as Record<string, Record<string, string>>,
  overview: 'Overview',
  wonThisMonth: 'Won this month',
  wonBefore: (month: string, amount: string) => `${month}: ${amount}.`,
  wonIn: (month: string) => `Won, ${month}`,
  lostIn: (month: string) => `Lost, ${month}`,
  since: (day: string) => `Since ${day}`,
  tasksOverdue: 'Tasks overdue',
  overdueCount: (count: number) => `${count.toLocaleString()} overdue`,
  oldest: (day: string) => `The oldest was due on ${day}.`,
  noneOverdue: 'Nothing is late.',
  closing: 'Closing this month',
  closingCount: (count: number) =>
    `expected of ${count.toLocaleString()} open ${count === 1 ? 'Deal' : 'Deals'}.`,
  answers: {
    pipeline: (count: number, weighted: string) =>
      `in ${count.toLocaleString()} open ${count === 1 ? 'Deal' : 'Deals'}, ${weighted} by their chances.`,
    forecast: (count: number, until: string, weighted: string) =>
      `expected of ${count.toLocaleString()} ${count === 1 ? 'Deal' : 'Deals'} until ${until}, ${weighted} by their chances.`,
    won: (amount: string, month: string) => `${month}: ${amount} won`,
    wonAbout: (
      count: number,
      growth: number | null | undefined,
      before: string | undefined,
      lost: number,
    ) => {
      const more =
        growth === null || growth === undefined
          ? ''
          : growth === 0
            ? `, as much as in ${before}`
            : `, ${Math.abs(growth).toLocaleString()} % ${growth > 0 ? 'more' : 'less'} than in ${before}`;
      const won = `${count.toLocaleString()} ${count === 1 ? 'Deal' : 'Deals'}${more}.`;
      return lost === 0 ? won : `${won} ${lost.toLocaleString()} ${lost === 1 ? 'was' : 'were'} lost.`;
    },
    stages: (left: number, won: number, lost: number) =>
      `of ${left.toLocaleString()} that left a stage went on. ${won.toLocaleString()} were won, ${lost.toLocaleString()} lost.`,
    change: (label: string, count: number) => `${label}: ${count.toLocaleString()}`,
    calls: (count: number) => `${count.toLocaleString()} ${count === 1 ? 'call' : 'calls'}`,
    activity: (meetings: number, emails: number, notes: number, won: number) =>
      [
        `${meetings.toLocaleString()} ${meetings === 1 ? 'meeting' : 'meetings'}`,
        `${emails.toLocaleString()} ${emails === 1 ? 'e-mail' : 'e-mails'}`,
        `${notes.toLocaleString()} ${notes === 1 ? 'note' : 'notes'}`,
        `${won.toLocaleString()} ${won === 1 ? 'Deal' : 'Deals'} won`,
      ].join(', '),
    newClients: (count: number, month: string) =>
      `${month}: ${count.toLocaleString()} new ${count === 1 ? 'Client' : 'Clients'}`,
    newClientsAbout: (added: number, imported: number) =>
      `${added.toLocaleString()} added here, ${imported.toLocaleString()} imported.`,
    noChance: (rows: string[]) => `No probability, so nothing weighted: ${rows.join(', ')}.`,
    setChances: 'Set the probabilities of the stages',
  },
  noCurrency: 'Without a currency',
  total: 'Total',
  none: 'Nothing to count',
  noneHint: 'No record fits these filters. Choose a longer time, another pipeline or all owners.',
  file: 'CSV',
  time: 'Time',
  ownTime: 'Other days',
  from: 'From',
  until: 'Until',
  notAfter: (day: string) => `This must be a day until ${day}.`,
  asOf: 'As of',
  asOfDay: (day: string) => `As it stood at the end of ${day}.`,
  historySince: (time: string) =>
    `The history begins on ${time}: what was before is not known. Imported Deals are in it from their import on, and those deleted for good are not.`,
  noHistory: 'There is no history of Deals yet.',
  behind: 'Deals behind it',
  behindCount: (count: number) => `${count.toLocaleString()} ${count === 1 ? 'Deal' : 'Deals'} behind it`,
  close: 'Close the Deals',
  deal: 'Deal',
  before: 'Then',
  now: 'Now',
  notThere: 'Not there',
  gone: 'Deleted',
  pipeline: 'Pipeline',
  allPipelines: 'All pipelines',
  owner: 'Owner',
  everybody: 'Everybody',
  chart: (title: string) => `Chart of: ${title}. The table below has the same figures.`,
  percent: (value: number) => `${value.toLocaleString()} %`,
  /** The times to choose from, by the days from and until. */
  times: [
    ['week', 'week+1', 'This week'],
    ['week-1', 'week', 'Last week'],
    ['month', 'month+1', 'This month'],
    ['month-1', 'month', 'Last month'],
    ['quarter', 'quarter+1', 'This quarter'],
    ['quarter-1', 'quarter', 'Last quarter'],
    ['year', 'year+1', 'This year'],
    ['year-1', 'year', 'Last year'],
    ['month-11', 'month+1', 'Last 12 months'],
    ['month', 'month+6', 'Next 6 months'],
    ['month', 'month+12', 'Next 12 months'],
  ] as [string, string, string][],
};
