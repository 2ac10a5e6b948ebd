import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileIssuesInput } from '@plumbline/contracts/briefings/briefing-activities';
import type { FiledIssue, OpenIssue, WantedIssue } from '@plumbline/contracts/briefings/briefing-issues';
import type { IssueTrackerSettings } from '@plumbline/contracts/briefings/briefing-settings';
import { createIssueTrackers } from '@plumbline/trackers/issue-trackers';
import { createFileIssues, createListIssues } from '../../../activities/entries/briefings/file-issues.ts';
import type { IssueService } from '../servers/issue-service.ts';
import { LINEAR_TEAM, type LinearServer, startLinearServer } from '../servers/linear-server.ts';
import { temporaryFolder } from './corpus-fixtures.ts';

export const LINEAR_KEY = 'lin_api_0123456789abcdef';

/** An issue as its readers see it. */
export interface SeenIssue {
  readonly reference: string;
  readonly title: string;
  readonly text: string;
  readonly isOpen: boolean;
  /** As the tracker spells it. */
  readonly severity: string;
  /** Notes on its closing. */
  readonly notes: readonly string[];
}

/** A tracker with its activities, and what people see and do in it. */
export interface TrackerWorld {
  readonly folder: string;
  readonly settings: IssueTrackerSettings;
  file(
    wanted: readonly WantedIssue[],
    closed?: FileIssuesInput['closed'],
    options?: FilingOptions,
  ): Promise<readonly FiledIssue[]>;
  list(briefing?: string): Promise<readonly OpenIssue[]>;
  /** In the order in which they were opened. */
  seen(): Promise<SeenIssue[]>;
  closeByHand(reference: string): Promise<void>;
  /** Writes below what the program wrote. */
  addText(reference: string, text: string): Promise<void>;
  dispose(): Promise<void>;
}

export interface ServiceWorld extends TrackerWorld {
  readonly service: IssueService;
  /** Operations of the service. */
  readonly operations: Readonly<Record<'list' | 'open' | 'update' | 'comment', string | RegExp>>;
}

export interface FilingOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly keys?: { readonly linearApiKey?: string };
  readonly settings?: IssueTrackerSettings;
}

export function wantedIssue(given: Partial<WantedIssue> = {}): WantedIssue {
  return {
    key: 'energy/THIN_COVERAGE/grid-storage',
    title: 'Thin coverage of grid storage',
    body: 'One confirmed item only.\n\nSlot: 2026-03-06',
    type: 'source',
    severity: 'high',
    code: 'THIN_COVERAGE',
    themeId: 'grid-storage',
    ...given,
  };
}

/** Issues of as many themes. */
export function wantedIssues(count: number): WantedIssue[] {
  return Array.from({ length: count }, (_, index) =>
    wantedIssue({ key: `energy/STALENESS/theme-${index}`, code: 'STALENESS', themeId: `theme-${index}` }),
  );
}

async function createActivities(settings: IssueTrackerSettings) {
  const home = await temporaryFolder();
  const folder = await temporaryFolder();
  const input = { folder: folder.path, briefing: 'energy' };
  const activitiesWith = ({ timeoutMs = 10_000, keys = { linearApiKey: LINEAR_KEY } }: FilingOptions) => {
    const { linearApiKey } = keys;
    const now = () => new Date('2026-03-06T07:00:00Z');
    const issueTrackers = createIssueTrackers({ home: home.path, linearApiKey, now, timeoutMs });
    return { file: createFileIssues({ issueTrackers }), list: createListIssues({ issueTrackers }) };
  };
  return {
    folder: folder.path,
    settings,
    file: (wanted: readonly WantedIssue[], closed: FileIssuesInput['closed'] = [], options: FilingOptions = {}) => {
      const { signal = new AbortController().signal, settings: tracker = settings } = options;
      return activitiesWith(options).file({ ...input, tracker, wanted, closed }, signal);
    },
    list: (briefing = 'energy') =>
      activitiesWith({}).list({ ...input, tracker: settings, briefing }, new AbortController().signal),
    async dispose() {
      await folder.dispose();
      await home.dispose();
    },
  };
}

export async function createFolderWorld(): Promise<TrackerWorld> {
  const activities = await createActivities({ adapter: 'folder', folder: 'issues' });
  const change = async (reference: string, edit: (text: string) => string) => {
    const path = join(activities.folder, reference);
    await writeFile(path, edit(await readFile(path, 'utf8')));
  };
  return {
    ...activities,
    async seen() {
      const names = await readdir(join(activities.folder, 'issues'));
      const texts = names
        .sort()
        .map(async (name) => ({ name, text: await readFile(join(activities.folder, 'issues', name), 'utf8') }));
      return (await Promise.all(texts)).map(({ name, text }) => ({
        reference: `issues/${name}`,
        title: /^title: (.*)$/m.exec(text)?.[1] ?? '',
        text,
        isOpen: text.includes('\nstatus: open\n'),
        severity: /^severity: (.*)$/m.exec(text)?.[1] ?? '',
        notes: text.split('\n').flatMap((line) => /^closed_reason: (.*)$/.exec(line)?.[1] ?? []),
      }));
    },
    closeByHand: (reference) => change(reference, (text) => text.replace('status: open', 'status: closed')),
    addText: (reference, text) => change(reference, (before) => `${before}\n${text}\n`),
  };
}

const SEVERITIES = ['', 'critical', 'high', 'medium'];

export async function createLinearWorld(): Promise<ServiceWorld & { readonly server: LinearServer }> {
  const server = await startLinearServer();
  const settings = { adapter: 'linear', teamId: LINEAR_TEAM, apiUrl: `${server.origin}/graphql` } as const;
  const activities = await createActivities(settings);
  const find = (reference: string) => {
    const issue = server.issues.find(({ identifier }) => identifier === reference);
    if (issue === undefined) throw new Error(`no issue ${reference}`);
    return issue;
  };
  return {
    ...activities,
    server,
    service: server,
    operations: { list: 'issues', open: 'createIssue', update: 'updateIssue', comment: 'createComment' },
    async seen() {
      return server.issues.map(({ id, identifier, title, description, stateId, priority }) => ({
        reference: identifier,
        title,
        text: description,
        isOpen: stateId === 'state-todo',
        severity: SEVERITIES[priority] ?? '',
        notes: server.comments.filter(({ issueId }) => issueId === id).map(({ body }) => body),
      }));
    },
    async closeByHand(reference) {
      find(reference).stateId = 'state-canceled';
    },
    async addText(reference, text) {
      find(reference).description += `\n\n${text}`;
    },
    async dispose() {
      await server.close();
      await activities.dispose();
    },
  };
}
