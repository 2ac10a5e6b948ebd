import type { ListedOutput } from '../../../workers/local-tools.ts';
import type { FiledIssue } from '../../../workflows/contracts/briefing-issues.ts';
import type { BriefingSchedule } from '../../../workflows/contracts/briefing-settings.ts';
import type { BriefingKind, BriefingSlot } from '../../../workflows/contracts/briefing-slot.ts';
import type { BriefingFolder, ScheduleView } from '../../briefings/briefing-schedules.ts';

/** A kind that `briefing.yml` or Temporal schedules. */
export interface ShownSchedule {
  readonly kind: BriefingKind;
  /** Null: Temporal alone has it. */
  readonly times: BriefingSchedule | null;
  /** Null: Temporal has none, or does not run. */
  readonly inTemporal: ScheduleView | null;
}

/** Everything that is shown of a briefing. */
export interface ShownBriefing extends BriefingFolder {
  readonly isServerRunning: boolean;
  readonly schedules: readonly ShownSchedule[];
  readonly missed: readonly BriefingSlot[];
  /** The newest first. */
  readonly outputs: readonly ListedOutput[];
  readonly issues: ShownIssues;
}

/** Issues that were open after the newest output. */
export interface ShownIssues {
  readonly open: readonly Pick<FiledIssue, 'key' | 'reference'>[];
  /** ISO 8601, the slot of that output; null: there is none. */
  readonly asOf: string | null;
}
