import { setTimeout as delay } from 'node:timers/promises';
import { findPublicRun, type PublicRun } from '../../http/runs/public-run.ts';
import type { ToolCall } from '../calls/tool-call.ts';
import type { McpContext } from '../context/mcp-context.ts';
import { changeKeyOf, describeState, isOver, needsSomebody } from './run-state.ts';

export interface WaitedRun {
  readonly run: PublicRun;
  /** Something has changed since the call began. */
  readonly changed: boolean;
}

/**
 * The state of a run: at once where it is over or needs somebody, else after a change, or when the time is up. Aborting
 * the call ends the waiting, not the run.
 */
export async function waitForRun(
  context: McpContext,
  researchId: string,
  waitMs: number,
  { signal, progress }: Pick<ToolCall, 'signal' | 'progress'>,
): Promise<WaitedRun> {
  const access = await context.access(signal);
  const look = () => findPublicRun({ access, tools: context.tools }, researchId);
  const until = performance.now() + waitMs;
  const first = await look();
  const before = changeKeyOf(first);
  for (let run = first, told = ''; ; run = await look()) {
    signal.throwIfAborted();
    const changed = changeKeyOf(run) !== before;
    const left = until - performance.now();
    if (changed || isOver(run) || needsSomebody(run) || left <= 0) return { run, changed };
    const state = describeState(run);
    if (state !== told) await progress(state);
    told = state;
    await delay(Math.min(context.settings.pace.lookMs, left), undefined, { signal });
  }
}
