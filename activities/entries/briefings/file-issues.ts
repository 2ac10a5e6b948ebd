import { tellStep } from '@plumbline/adapters/work-in-progress';
import type { FileIssuesInput, BriefingActivities } from '@plumbline/contracts/briefings/briefing-activities';
import type { FiledIssue, WantedIssue, OpenIssue } from '@plumbline/contracts/briefings/briefing-issues';
import { IssueFileError } from '@plumbline/trackers/issue-file';
import {
  IssuesNotFiledError,
  type IssueTracker,
  IssueTrackerError,
  type TrackedIssue,
} from '@plumbline/trackers/issue-tracker';
import { digestOf } from '@plumbline/trackers/tracked-issues';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * Opens, updates and closes the issues of a run. Every attempt lists the open issues again, and leaves an issue alone
 * if it was written from the same wanted issue: so an attempt continues where the one before ended, even if that one
 * lost a response.
 */
export function createFileIssues({ issueTrackers }: Pick<ActivityDependencies, 'issueTrackers'>) {
  return async (input: FileIssuesInput, signal: AbortSignal): Promise<readonly FiledIssue[]> => {
    const tracker = await issueTrackers.open(input.tracker, input.folder, signal);
    return issueTrackers.alone(input.folder, signal, () => fileAll(tracker, input, signal));
  };
}

async function fileAll(
  tracker: IssueTracker,
  { briefing, wanted, closed }: FileIssuesInput,
  signal: AbortSignal,
): Promise<FiledIssue[]> {
  const { issues, unreadable } = await tracker.listOpen(briefing);
  // Of several with one key, the oldest.
  const open = new Map([...issues].reverse().map((issue) => [issue.key, issue]));
  const unique = new Map(wanted.map((issue) => [issue.key, issue]));
  const work = [
    ...[...unique.values()].map((issue) => () => openOrUpdate(tracker, issue, open.get(issue.key))),
    ...closed.flatMap(({ key, reason }) => {
      const issue = unique.has(key) ? undefined : open.get(key);
      return issue === undefined ? [] : [() => close(tracker, issue, reason)];
    }),
  ];
  const filed: FiledIssue[] = [];
  const faults: Error[] = [...unreadable];
  for (const one of work) {
    signal.throwIfAborted();
    tellStep(`issue ${filed.length + 1} of ${work.length}`);
    try {
      filed.push(await one());
    } catch (error) {
      if (!isOfOneIssue(error)) throw error;
      if (!faults.some(({ message }) => message === error.message)) faults.push(error);
    }
  }
  if (faults.length > 0) throw new IssuesNotFiledError(filed, faults);
  return filed;
}

async function openOrUpdate(
  tracker: IssueTracker,
  issue: WantedIssue,
  open: TrackedIssue | undefined,
): Promise<FiledIssue> {
  const { key } = issue;
  if (open === undefined) return { key, reference: await tracker.open(issue), action: 'opened' };
  const { reference, digest, count } = open;
  // An earlier attempt of this run wrote it.
  if (digest === digestOf(issue)) return { key, reference, action: count === 1 ? 'opened' : 'updated' };
  await tracker.update(reference, issue);
  return { key, reference, action: 'updated' };
}

async function close(tracker: IssueTracker, { key, reference }: TrackedIssue, reason: string): Promise<FiledIssue> {
  await tracker.close(reference, reason);
  return { key, reference, action: 'closed' };
}

function isOfOneIssue(error: unknown): error is Error {
  return error instanceof IssueFileError || (error instanceof IssueTrackerError && error.facts.isOfOneIssue);
}

/** The open issues of a briefing. Files that cannot be read are left out here and reported when issues are filed. */
export function createListIssues({ issueTrackers }: Pick<ActivityDependencies, 'issueTrackers'>) {
  return async (
    { folder, tracker, briefing }: Parameters<BriefingActivities['listIssues']>[0],
    signal: AbortSignal,
  ): Promise<readonly OpenIssue[]> => {
    const opened = await issueTrackers.open(tracker, folder, signal);
    const { issues } = await opened.listOpen(briefing);
    return issues.map(({ key, title, type, severity, code, themeId, reference }) => {
      return { key, title, type, severity, code, themeId, reference };
    });
  };
}
