import type { BriefingActivities } from '@plumbline/contracts/briefings/briefing-activities';
import type { OpenIssue } from '@plumbline/contracts/briefings/briefing-issues';
import type { TrackedIssue } from '@plumbline/trackers/issue-tracker';
import type { ActivityDependencies } from '../dependencies.ts';

type ListIssuesInput = Parameters<BriefingActivities['listIssues']>[0];

/** The open issues of a briefing. Files that cannot be read are left out here and reported when issues are filed. */
export function createListIssues({ issueTrackers }: Pick<ActivityDependencies, 'issueTrackers'>) {
  return async ({ folder, tracker, briefing }: ListIssuesInput, signal: AbortSignal): Promise<readonly OpenIssue[]> => {
    const opened = await issueTrackers.open(tracker, folder, signal);
    const { issues } = await opened.listOpen(briefing);
    return issues.map(toOpenIssue);
  };
}

function toOpenIssue({ key, title, type, severity, code, themeId, reference }: TrackedIssue): OpenIssue {
  return { key, title, type, severity, code, themeId, reference };
}
