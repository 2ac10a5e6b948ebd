import { workflowInfo } from '@temporalio/workflow';
import { waitForWorkers } from '../../calls/activity-options.ts';
import { BudgetWait } from '../../calls/budget-wait.ts';
import type { StoredFinding } from '../../contracts/evidence/evidence-reference.ts';
import type { Finding } from '../../contracts/evidence/evidence.ts';
import type { Resumption } from '../../contracts/report/settled-stages.ts';
import type { ResearchRequest } from '../../contracts/research/research-request.ts';
import { RunAccounts, WorkTime } from './run-accounts.ts';
import { RunProgress } from './run-progress.ts';
import { RunReasoning } from './run-reasoning.ts';
import { RunStages } from './run-stages.ts';
import { LiveState } from './run-state.ts';
import { RunWaits } from './run-waits.ts';
import { ServerWaits } from './server-waits.ts';

/** The parts of one run. A stage names those that it uses: `Pick<ResearchRun, 'state' | 'reasoning'>`. */
export interface ResearchRun {
  readonly researchId: string;
  readonly request: ResearchRequest;
  /** Absent unless the run continues a failed one. */
  readonly resumption?: Resumption;
  readonly state: LiveState;
  readonly accounts: RunAccounts;
  readonly workTime: WorkTime;
  readonly progress: RunProgress;
  readonly waits: RunWaits;
  readonly budget: BudgetWait;
  readonly servers: ServerWaits;
  readonly reasoning: RunReasoning;
  readonly stages: RunStages;
  /** Ids of passages that any task has read. */
  readonly visitedPassages: Set<string>;
  /** Findings so far, by task id. */
  readonly findingsByTask: Map<string, readonly Finding[]>;
  /** Where the findings are stored. */
  readonly evidence: Map<string, StoredFinding>;
}

/** A resumed run keeps the messages people sent before. */
function beginState({ settings }: ResearchRequest, resumption: Resumption | undefined): LiveState {
  const state = new LiveState(settings.limits);
  if (resumption === undefined) return state;
  const { steering, rejections, rejectionCount, limits } = resumption;
  state.update({ steering, rejections, rejectionCount, limits });
  return state;
}

/** Builds the parts and connects them; nothing happens yet. */
export function createRun(request: ResearchRequest, resumption?: Resumption): ResearchRun {
  const { settings } = request;
  const state = beginState(request, resumption);
  const accounts = new RunAccounts(() => state.current.limits);
  const workTime = new WorkTime();
  const stages = new RunStages(request, accounts, workTime, resumption);
  const progress = new RunProgress(request, state, accounts, workTime, stages);
  const waits = new RunWaits(state, progress, workTime);
  const servers = new ServerWaits(state, waits, settings);
  waitForWorkers(servers.worker);
  const budget = new BudgetWait({
    timeoutMs: settings.budgetTimeoutSeconds * 1_000,
    limits: () => state.current.limits,
    hasReached: (name) =>
      name === 'wallTimeSeconds' ? workTime.workedSeconds >= state.current.limits.wallTimeSeconds : accounts.isAt(name),
    isFinishing: () => state.isFinishing,
    waitForPeople: (isSettled, wait) => waits.atLimit(isSettled, wait),
  });
  const reasoning = new RunReasoning({ request, state, accounts, budget, model: servers.model });
  return {
    researchId: workflowInfo().workflowId,
    request,
    ...(resumption !== undefined && { resumption }),
    state,
    accounts,
    workTime,
    progress,
    waits,
    budget,
    servers,
    reasoning,
    stages,
    visitedPassages: new Set(),
    findingsByTask: new Map(),
    evidence: new Map(),
  };
}
