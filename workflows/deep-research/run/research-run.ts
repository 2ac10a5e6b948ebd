import { workflowInfo } from '@temporalio/workflow';
import { waitForWorkers } from '../../calls/activity-options.ts';
import { BudgetWait } from '../../calls/budget-wait.ts';
import type { Claim } from '../../contracts/evidence/claim.ts';
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
import { type Patience, ServerWaits } from './server-waits.ts';

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
  /** What of the sources cannot all be right, as it was noticed while reading. */
  readonly contradictions: Claim[];
  /** Where the findings are stored. */
  readonly evidence: Map<string, StoredFinding>;
}

/** Time to answer on the next day. After it, research ends with what there is. */
const LIMIT_SECONDS = 86_400;

/** Without a model a report is worth less than one that comes a week later; a provider is one of several. */
const RUN_MODEL_SECONDS = 604_800;
const RUN_PROVIDER_SECONDS = 120;
/** Workers come back by themselves, at the latest when the machine is started again. */
const RUN_WORKER_SECONDS = 604_800;

export const RUN_PATIENCE: Patience = {
  modelSeconds: RUN_MODEL_SECONDS,
  providerSeconds: RUN_PROVIDER_SECONDS,
  workerSeconds: RUN_WORKER_SECONDS,
};

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
  const state = beginState(request, resumption);
  const accounts = new RunAccounts(() => state.current.limits);
  const workTime = new WorkTime();
  const stages = new RunStages(request, accounts, workTime, resumption);
  const progress = new RunProgress(request, state, accounts, workTime, stages);
  const waits = new RunWaits(state, progress, workTime);
  const servers = new ServerWaits(state, waits, RUN_PATIENCE);
  waitForWorkers(servers.worker);
  const budget = new BudgetWait({
    timeoutMs: LIMIT_SECONDS * 1_000,
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
    contradictions: [],
    evidence: new Map(),
  };
}
