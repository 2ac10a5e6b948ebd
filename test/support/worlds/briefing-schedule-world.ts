import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { BriefingInput, FileIssuesInput } from '@plumbline/contracts/briefings/briefing-activities';
import { briefingSettingsSchema } from '@plumbline/contracts/briefings/briefing-settings';
import type { ScheduleHandle } from '@temporalio/client';
import { type BriefingClient, createBriefingClient } from '../../../client/briefings/briefing-client.ts';
import type { BriefingFolder, ScheduleToKeep } from '../../../client/briefings/briefing-schedules.ts';
import { scheduleIdOf } from '../../../workflows/briefing/messages.ts';
import { scriptActivities } from '../builders/scripted-activities.ts';
import { bundleWorkflows, createWorkflowWorld, type WorkflowWorld } from './workflow-world.ts';

/** At six, made up for until noon. */
export const MORNING = { cron: '0 6 * * *', catchUp: '6h' };
export const DAILY: ScheduleToKeep = { kind: 'daily', schedule: MORNING, isBackfill: false, triggersNow: false };

/** Schedules on a real server, and scripted briefings of their slots. */
export interface ScheduleWorld {
  readonly workflows: WorkflowWorld;
  readonly briefings: BriefingClient;
  /** What briefings were started with, in order. */
  readonly noted: BriefingInput[];
  readonly filed: FileIssuesInput[];
  /** Runs the body with workers whose briefings do what their folder says. */
  working(body: () => Promise<void>): Promise<void>;
  handleOf(briefing: BriefingFolder): ScheduleHandle;
  close(): Promise<void>;
}

/** A briefing of its own name. */
export const briefingIn = (folder: string, timezone = 'Europe/Berlin'): BriefingFolder => ({
  folder,
  settings: briefingSettingsSchema.parse({ name: `grid-${randomUUID().slice(0, 8)}`, title: 'Grid', timezone }),
});

export async function createScheduleWorld(address: string): Promise<ScheduleWorld> {
  const path = fileURLToPath(new URL('../workflows/briefings.ts', import.meta.url));
  const [workflows, code] = await Promise.all([createWorkflowWorld(address), bundleWorkflows(path)]);
  const { client, taskQueue } = workflows;
  const noted: BriefingInput[] = [];
  const filed: FileIssuesInput[] = [];
  return {
    workflows,
    briefings: createBriefingClient({ client, taskQueue, tenant: null }),
    noted,
    filed,
    async working(body) {
      noted.length = 0;
      filed.length = 0;
      const scripted = scriptActivities();
      const activities = {
        ...scripted.activities,
        noteBriefing: async (input: BriefingInput) => void noted.push(input),
        fileIssues: async (input: FileIssuesInput) => {
          filed.push(input);
          return input.wanted.map(({ key }) => ({ key, reference: 'issues/1.md', action: 'opened' as const }));
        },
      };
      await workflows.withWorkers({ ...scripted, activities }, body, code);
    },
    handleOf: ({ settings }) => client.schedule.getHandle(scheduleIdOf(settings.name, 'daily', false)),
    close: () => workflows.close(),
  };
}
