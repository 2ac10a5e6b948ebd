import type { BriefingReading } from '../../../workflows/contracts/briefings/briefing-reading.ts';
import type { CalendarSlot } from '../api/briefings-client.ts';

export const ENGLISH_BRIEFINGS: BriefingWords = {
  heading: 'Briefings',
  none: 'There are no briefings here yet. Those in other folders are here with serve --briefing <folder>.',
  setUp: {
    begin: 'Set up a briefing',
    title: 'What is it about?',
    titleNeeded: 'It needs a title.',
    themes: 'Which themes? One in a line, with names that tell of it in brackets.',
    themesExample: 'Grid fees (ACER, Terna)\nBattery storage',
    themesNeeded: 'At least one theme, of three letters or more.',
    places: 'Where does it look?',
    noPlaces: 'This server has no documents yet, and does not search the web. Add some in the library.',
    web: 'The web',
    when: 'On which days, and when?',
    tell: 'Tell everybody whom the settings name for notifications',
    outputs: 'Its outputs are shown here.',
    create: 'Set up',
  },
  noOutput: 'No output yet.',
  newest: (slot) => `Newest output: ${slot}`,
  schedules: 'Schedules',
  noSchedules: 'Nothing is scheduled.',
  recurs: {
    daily: (time) => `every day at ${time}`,
    weekdays: (time) => `Monday to Friday at ${time}`,
    weekly: (time, weekday) => `every ${weekday} at ${time}`,
  },
  ownSchedule: 'by a schedule of its own',
  next: (time) => `next on ${time}`,
  paused: 'paused',
  notStarted: 'not started',
  change: 'Change',
  addSchedule: 'Add a schedule',
  kind: 'Briefing',
  days: 'Days',
  picks: { daily: 'every day', weekdays: 'Monday to Friday', weekly: 'once a week', own: 'a cron expression' },
  weekday: 'Day of the week',
  time: 'Time',
  expression: 'Minute, hour, day, month, weekday',
  timezone: 'Time zone',
  timezoneOfAll: 'It is that of all schedules of this briefing.',
  noTimezone: 'There is no such time zone. One is called like Europe/Berlin.',
  save: 'Save',
  noLonger: 'Run it no longer',
  keep: 'Cancel',
  every: (interval) => `every ${interval}`,
  kinds: { daily: 'daily', 'deep-daily': 'deep daily', weekly: 'weekly', 'on-demand': 'on demand' },
  calendar: 'Calendar',
  noCalendar: 'No slot in the last four weeks.',
  week: 'Week',
  weekOf: (day) => `from ${day}`,
  states: {
    published: 'something new',
    quiet: 'nothing new',
    failed: 'failed',
    'under-way': 'under way',
    missed: 'missed',
    due: 'due',
    coming: 'to come',
  },
  slot: (kind, slot, state) => `${kind} ${slot}: ${state}`,
  outputs: 'Outputs',
  backfill: 'run again later',
  openIssues: 'Open issues',
  diagnostics: 'Diagnostics',
  healthy: 'Healthy: no diagnostics.',
  deltas: { new: 'new', changed: 'changed', reversed: 'reversed', ongoing: 'ongoing', stale: 'no new developments' },
  statuses: { candidate: 'candidate', new: 'new theme', ongoing: 'ongoing theme', closed: 'closed' },
  conviction: (conviction) => `conviction ${conviction} of 10`,
  marks: {
    new: 'New',
    kept: 'Kept',
    strengthened: 'Strengthened',
    contradicted: 'Contradicted',
    withdrawn: 'Withdrawn',
  },
  itemStatuses: { confirmed: 'confirmed', reported: 'reported' },
  since: (day) => `since ${day}`,
  kept: (count) => `Kept without news (${count})`,
  noClaims: 'No claims.',
  elsewhere: 'Outside the themes',
  documents: (fresh, known) => `In the documents: ${fresh} new, ${known} known from earlier`,
  undated: 'undated',
  evidence: 'Evidence',
  conflicts: 'Another claim of this output contradicts it.',
  focus: 'What the next run asks',
  signals: 'Signals outside the themes',
  text: 'The original text',
  back: (title) => `All outputs of ${title}`,
};

type Theme = BriefingReading['themes'][number];
type Claim = Theme['claims'][number];

type SetUpWord =
  | 'begin'
  | 'title'
  | 'titleNeeded'
  | 'themes'
  | 'themesExample'
  | 'themesNeeded'
  | 'places'
  | 'noPlaces'
  | 'web'
  | 'when'
  | 'tell'
  | 'outputs'
  | 'create';

/** Text around briefings. */
export interface BriefingWords {
  readonly heading: string;
  readonly none: string;
  /** Five questions about a new briefing. */
  readonly setUp: Readonly<Record<SetUpWord, string>>;
  readonly noOutput: string;
  readonly newest: (slot: string) => string;
  readonly schedules: string;
  readonly noSchedules: string;
  readonly recurs: Readonly<Record<'daily' | 'weekdays' | 'weekly', (time: string, weekday: string) => string>>;
  readonly ownSchedule: string;
  readonly next: (time: string) => string;
  readonly picks: Readonly<Record<'daily' | 'weekdays' | 'weekly' | 'own', string>>;
  readonly paused: string;
  readonly notStarted: string;
  readonly change: string;
  readonly addSchedule: string;
  readonly kind: string;
  readonly days: string;
  readonly weekday: string;
  readonly time: string;
  readonly expression: string;
  readonly timezone: string;
  readonly timezoneOfAll: string;
  readonly noTimezone: string;
  readonly save: string;
  readonly noLonger: string;
  readonly keep: string;
  readonly every: (interval: string) => string;
  readonly kinds: Readonly<Record<CalendarSlot['slot']['kind'], string>>;
  readonly calendar: string;
  readonly noCalendar: string;
  readonly week: string;
  readonly weekOf: (day: string) => string;
  readonly states: Readonly<Record<CalendarSlot['state'], string>>;
  readonly slot: (kind: string, slot: string, state: string) => string;
  readonly outputs: string;
  readonly backfill: string;
  readonly openIssues: string;
  readonly diagnostics: string;
  readonly healthy: string;
  readonly deltas: Readonly<Record<Theme['delta'], string>>;
  readonly statuses: Readonly<Record<Theme['status'], string>>;
  readonly conviction: (conviction: number) => string;
  readonly marks: Readonly<Record<Claim['mark'], string>>;
  readonly itemStatuses: Readonly<Record<Claim['status'], string>>;
  readonly since: (day: string) => string;
  readonly kept: (count: number) => string;
  readonly noClaims: string;
  readonly elsewhere: string;
  readonly documents: (fresh: number, known: number) => string;
  readonly undated: string;
  readonly evidence: string;
  readonly conflicts: string;
  readonly focus: string;
  readonly signals: string;
  readonly text: string;
  readonly back: (title: string) => string;
}
