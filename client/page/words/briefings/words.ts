import type { BriefingReading } from '../../../../workflows/contracts/briefing-reading.ts';
import type { CalendarSlot } from '../../api/briefings-client.ts';

type Theme = BriefingReading['themes'][number];
type Claim = Theme['claims'][number];

/** What stands around briefings. */
export interface BriefingWords {
  readonly heading: string;
  readonly none: string;
  readonly noOutput: string;
  readonly newest: (slot: string) => string;
  readonly schedules: string;
  readonly noSchedules: string;
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
  readonly evidence: string;
  readonly conflicts: string;
  readonly focus: string;
  readonly signals: string;
  readonly text: string;
  readonly back: (title: string) => string;
}
