import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { StoredFinding } from '@plumbline/contracts/evidence/evidence-reference';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { RunWait } from '@plumbline/contracts/report/progress';
import type { Resumption } from '@plumbline/contracts/report/settled-stages';
import type { ResearchRequest } from '@plumbline/contracts/research/research-request';
import { workflowInfo } from '@temporalio/workflow';
import { waitForWorkers } from '../../calls/activity-options.ts';
import { BudgetWait } from '../../calls/budget-wait.ts';
import { RunAccounts, WorkTime } from './run-accounts.ts';
import { RunProgress } from './run-progress.ts';
import { type ReasoningParts, RunReasoning } from './run-reasoning.ts';
import { RunStages } from './run-stages.ts';
import { LiveState } from './run-state.ts';
import { type Patience, RunWaits, ServerWaits } from './run-waits.ts';

/** What every run rests on; answers and briefings have it too, so that the parts of research serve them. */
export interface RunParts {
  readonly researchId: string;
  readonly request: ResearchRequest;
  readonly state: LiveState;
  readonly accounts: RunAccounts;
  readonly workTime: WorkTime;
  readonly waits: RunWaits;
  readonly budget: BudgetWait;
  readonly servers: ServerWaits;
  readonly reasoning: RunReasoning;
}

/** The parts of one run. A stage names those that it uses: `Pick<ResearchRun, 'state' | 'reasoning'>`. */
export interface ResearchRun extends RunParts {
  /** Absent unless the run continues a failed one. */
  readonly resumption?: Resumption;
  readonly progress: RunProgress;
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

/** How the runs differ in what they rest on. */
interface RunTerms extends Pick<ReasoningParts, 'byRule'> {
  readonly researchId: string;
  readonly request: ResearchRequest;
  readonly patience: Patience;
  /** Time that a person has to decide at a limit; 0: the run makes do with less at once. */
  readonly decisionSeconds: number;
  /** Shows what is waited for. */
  readonly changed: (waits: readonly RunWait[]) => void;
}

/** Builds the parts that every run has and connects them; nothing happens yet. */
export function createParts(terms: RunTerms): RunParts {
  const { researchId, request, patience, decisionSeconds, changed, ...engines } = terms;
  const state = new LiveState(request.settings.limits);
  const limits = () => state.current.limits;
  const accounts = new RunAccounts(limits);
  const workTime = new WorkTime();
  const waits = new RunWaits(state, changed, workTime);
  const servers = new ServerWaits(state, waits, patience);
  waitForWorkers(servers.worker);
  const budget = new BudgetWait({
    timeoutMs: decisionSeconds * 1_000,
    limits,
    hasReached: (name) =>
      name === 'wallTimeSeconds' ? workTime.workedSeconds >= limits().wallTimeSeconds : accounts.isAt(name),
    isFinishing: () => state.isFinishing,
    waitForPeople: (isSettled, wait) => waits.atLimit(isSettled, wait),
  });
  const reasoning = new RunReasoning({ request, state, accounts, budget, model: servers.model, ...engines });
  return { researchId, request, state, accounts, workTime, waits, budget, servers, reasoning };
}

/** The parts of a run of research. A resumed run keeps the messages people sent before. */
export function createRun(request: ResearchRequest, resumption?: Resumption): ResearchRun {
  const parts = createParts({
    researchId: workflowInfo().workflowId,
    request,
    patience: RUN_PATIENCE,
    decisionSeconds: LIMIT_SECONDS,
    changed: () => progress.changed(),
  });
  const { state, accounts, workTime } = parts;
  if (resumption !== undefined) {
    const { steering, rejections, rejectionCount, limits } = resumption;
    state.update({ steering, rejections, rejectionCount, limits });
  }
  const stages = new RunStages(request, accounts, workTime, resumption);
  const progress = new RunProgress(request, state, accounts, workTime, stages);
  return {
    ...parts,
    ...(resumption !== undefined && { resumption }),
    progress,
    stages,
    visitedPassages: new Set(),
    findingsByTask: new Map(),
    contradictions: [],
    evidence: new Map(),
  };
}
