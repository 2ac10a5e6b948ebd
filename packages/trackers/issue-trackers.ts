import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { userAgentOf } from '@plumbline/adapters/user-agent';
import { whileWaitingFor } from '@plumbline/adapters/work-in-progress';
import type { IssueTrackerSettings } from '@plumbline/contracts/briefings/briefing-settings';
import { waitForLock } from '@plumbline/storage/locks';
import { createFolderIssueTracker } from './folder-issue-tracker.ts';
import type { IssueTracker, IssueTrackers } from './issue-tracker.ts';
import { type AskedTracker, requireKey, requireSafeAddress } from './tracker-failure.ts';

export interface IssueTrackersOptions {
  /** For locks. */
  readonly home: string;
  /** Undefined: not set. */
  readonly linearApiKey: string | undefined;
  readonly githubToken: string | undefined;
  readonly now: () => Date;
  /** Of each request. */
  readonly timeoutMs: number;
}

const GITHUB_API_URL = 'https://api.github.com';
const LINEAR_API_URL = 'https://api.linear.app/graphql';

/** Chooses the tracker that settings name. The clients of services are loaded when they are needed: they are large. */
export function createIssueTrackers(options: IssueTrackersOptions): IssueTrackers {
  const { home, now } = options;
  return {
    async open(settings, folder, signal) {
      if (settings.adapter === 'github') return openGitHub(options, settings, signal);
      if (settings.adapter === 'linear') return openLinear(options, settings, signal);
      return createFolderIssueTracker({ briefingFolder: folder, folder: settings.folder, now });
    },

    async alone(folder, signal, work) {
      const path = await lockPathOf(home, folder);
      const wait = () => waitForLock(path, signal, () => {});
      const lock = await whileWaitingFor('another run that files issues', wait);
      try {
        return await work();
      } finally {
        lock.release();
      }
    },
  };
}

async function openGitHub(
  { githubToken, timeoutMs, now }: IssueTrackersOptions,
  { repository: name, apiUrl = GITHUB_API_URL }: IssueTrackerSettings & { adapter: 'github' },
  signal: AbortSignal,
): Promise<IssueTracker> {
  const service = { service: 'GitHub', keyVariable: 'GITHUB_TOKEN', apiUrl } as const;
  requireKey(service, githubToken);
  requireSafeAddress(service);
  const target = `issues.repository (${name})`;
  const asked: AskedTracker = { ...service, apiKey: githubToken, target, signal, timeoutMs };
  const [owner = '', repository = ''] = name.split('/');
  const { createGitHubIssueTracker } = await import('./github-issue-tracker.ts');
  return createGitHubIssueTracker({ asked, owner, repository, userAgent: userAgentOf(null), now });
}

async function openLinear(
  { linearApiKey, timeoutMs, now }: IssueTrackersOptions,
  { teamId, apiUrl = LINEAR_API_URL }: IssueTrackerSettings & { adapter: 'linear' },
  signal: AbortSignal,
): Promise<IssueTracker> {
  const service = { service: 'Linear', keyVariable: 'LINEAR_API_KEY', apiUrl } as const;
  requireKey(service, linearApiKey);
  requireSafeAddress(service);
  const asked: AskedTracker = {
    ...service,
    apiKey: linearApiKey,
    target: `issues.teamId (${teamId})`,
    signal,
    timeoutMs,
  };
  const { createLinearIssueTracker } = await import('./linear-issue-tracker.ts');
  return createLinearIssueTracker({ asked, teamId, now });
}

/** One lock for a folder, even if it is reached by several paths. */
async function lockPathOf(home: string, folder: string): Promise<string> {
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 32);
  return join(home, 'briefings', `${name}.lock`);
}
