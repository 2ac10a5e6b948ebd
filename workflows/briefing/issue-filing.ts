import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../calls/activity-failures.ts';
import { callActivity } from '../calls/activity-options.ts';
import type { BriefingInput } from '../contracts/briefing-activities.ts';
import type { BriefingDiagnostic, OpenIssue } from '../contracts/briefing-issues.ts';
import type { BriefingRecord } from '../contracts/briefing-record.ts';
import type { BriefingSettings } from '../contracts/briefing-settings.ts';
import type { BriefingSlot } from '../contracts/briefing-slot.ts';
import type { Theme } from '../contracts/briefing-state.ts';
import { counted } from '../contracts/counted.ts';
import { issuesToClose, wantedIssues } from '../domain/briefing/wanted-issues.ts';

type IssueOutcome = Pick<BriefingRecord, 'issues' | 'unfiledIssues'>;

interface Filing {
  readonly input: BriefingInput;
  readonly settings: BriefingSettings;
  readonly slot: BriefingSlot;
  readonly openIssues: readonly OpenIssue[];
  readonly diagnostics: readonly BriefingDiagnostic[];
  /** Those that this run looked at: the issues of others stay as they are. */
  readonly themes: readonly Theme[];
}

/** Files what the diagnostics call for and closes what is over. A tracker that fails costs the issues, never the briefing. */
export async function fileIssues(filing: Filing): Promise<IssueOutcome> {
  const { input, settings, slot, openIssues, diagnostics, themes } = filing;
  const { name: briefing, issues: tracker } = settings;
  const wanted = wantedIssues(briefing, diagnostics, themes, slot);
  if (input.isBackfill) return { issues: [], unfiledIssues: { issues: wanted, reason: 'a backfill files no issues' } };
  const closed = issuesToClose(openIssues, wanted, { briefing, evaluatedThemes: themes.map(({ id }) => id) });
  if (wanted.length === 0 && closed.length === 0) return { issues: [], unfiledIssues: null };
  try {
    const summary = `${counted(wanted.length, 'issue')} to file, ${closed.length} to close`;
    const issues = await callActivity(
      'fileIssues',
      { folder: input.folder, tracker, briefing, wanted, closed },
      summary,
    );
    return { issues: [...issues], unfiledIssues: null };
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { issues: [], unfiledIssues: { issues: wanted, reason: describeCause(error) } };
  }
}

/** Those of the tracker; none where it cannot be asked, with the reason for the reader. */
export async function listIssues(
  { folder }: BriefingInput,
  { name: briefing, issues: tracker }: BriefingSettings,
): Promise<{ readonly openIssues: readonly OpenIssue[]; readonly note: string | null }> {
  try {
    return { openIssues: await callActivity('listIssues', { folder, tracker, briefing }, 'open issues'), note: null };
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { openIssues: [], note: `The open issues are unknown: ${describeCause(error)}` };
  }
}
