export const ENGLISH_PANEL = {
  previous: 'Previous citation',
  next: 'Next citation',
  ofAll: (place: number, count: number) => `${place} of ${count}`,
  whole: 'Open the whole document',
  larger: 'Larger',
  smaller: 'Smaller',
  copyQuote: 'Copy quotation',
  forEngineers: 'For engineers',
};

/** What the source of a citation says around it. */
export type PanelWords = typeof ENGLISH_PANEL;

export const ENGLISH_REPORT = {
  tools: 'What you can do with this report',
  save: 'Save',
  making: (format: string) => `Making ${format} …`,
  print: 'Print',
  askOn: 'Ask on this report',
  askOnLabel: 'Your question',
  askOnAbout:
    'It is answered from the sources of this report, in a conversation that knows its question and its answer.',
  askOnSend: 'Ask',
  fork: 'Fork',
  forkAbout: 'Begins a new run from this one, which stays as it is.',
  forkFrom: {
    plan: { label: 'Plan anew', about: 'Keeps the question as it was understood.' },
    research: { label: 'Research anew', about: 'Keeps the plan as well.' },
    synthesis: { label: 'Write anew', about: 'Keeps what was found; only the report is new.' },
  },
  compare: 'Compare',
  share: 'Share',
  shareAbout: 'Everybody with the link reads this report and its sources, and nothing else.',
  shareFor: 'The link works for',
  days: (count: number) => (count === 1 ? 'one day' : `${count} days`),
  shareMake: 'Make a link',
  shareLink: 'The link, which is shown only now',
  copyLink: 'Copy link',
  shared: (from: string, until: string) => `Made ${from}, works until ${until}`,
  revoke: 'Revoke',
  shareGone: 'This link does not work any more: it has expired, or was revoked.',
  cited: (count: number) => (count === 1 ? 'cited once' : `cited ${count} times`),
  kinds: { pdf: 'PDF', web: 'Web page', text: 'Text', table: 'Table', code: 'Code', document: 'Document' },
  published: (day: string) => `published ${day}`,
  read: (day: string) => `read ${day}`,
  showBehind: 'How it came about, what was checked, and what was left out',
};

/** What stands around a report. */
export type ReportWords = typeof ENGLISH_REPORT;
