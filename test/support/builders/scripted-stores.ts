import { conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import { type Label, UNLABELLED } from '@plumbline/storage/labels';
import type { BriefingSchedules, ScheduleToKeep } from '../../../client/briefings/briefing-schedules.ts';
import { UsageError } from '../../../client/errors/failures.ts';
import type { ApiContext } from '../../../client/service/api-context.ts';
import { answerResultOf } from './answer-results.ts';

/** Schedules as Temporal keeps them, which are all due at the same time. */
export class ScriptedSchedules implements Pick<BriefingSchedules, 'put' | 'look' | 'remove'> {
  readonly kept = new Map<string, ScheduleToKeep>();
  /** Kinds with their time zones, as they were put. */
  readonly zones: string[] = [];

  async put(...[{ settings }, wanted]: Parameters<BriefingSchedules['put']>): Promise<boolean> {
    if (wanted.schedule.cron?.startsWith('99')) throw new UsageError('Temporal cannot read it');
    this.kept.set(`${settings.name} ${wanted.kind}`, wanted);
    this.zones.push(`${wanted.kind} ${settings.timezone}`);
    return true;
  }

  async look(name: string, kind: string): ReturnType<BriefingSchedules['look']> {
    const next = this.kept.has(`${name} ${kind}`) ? ['2026-03-09T05:00:00.000Z'] : [];
    const none = { isPaused: false, note: '', recent: [], running: [], missed: 0, skipped: 0, waiting: 0 };
    return { scheduleId: `${name} ${kind}`, next, ...none };
  }

  async remove(name: string, kind: string): Promise<boolean> {
    return this.kept.delete(`${name} ${kind}`);
  }
}

/** No session was stored yet. */
export function storedSessions(): ApiContext['tools']['conversations'] {
  const scope = conversationScopeSchema.parse({ corpusDirectories: ['/srv/docs'] });
  const readAnswer = async (answerId: string) => ({ userId: null, result: answerResultOf({ answerId }), findings: [] });
  return { list: async () => [], read: async () => null, readAnswer, readScope: async () => scope };
}

export function unsavedLabels(): ApiContext['tools']['labels'] {
  const labels = new Map<string, Label>();
  return {
    list: async () => labels,
    async change(id, changes) {
      // What is left out is not in JSON.
      const label: Label = { ...UNLABELLED, ...labels.get(id), ...JSON.parse(JSON.stringify(changes)) };
      labels.set(id, label);
      return label;
    },
  };
}
