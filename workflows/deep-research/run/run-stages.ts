import { FORK_POINTS, type ForkPoint } from '../../contracts/fork.ts';
import { MAX_TASKS, type ResearchTask } from '../../contracts/research-plan.ts';
import type { ResearchRequest } from '../../contracts/research-request.ts';
import type { ForkableRun, SettledPlan, SettledStages } from '../../contracts/settled-stages.ts';
import { addedTasks, isDropped } from '../../domain/steering.ts';
import type { RunAccounts } from './run-accounts.ts';
import type { LiveState, RunState } from './run-state.ts';

type StageName = keyof SettledStages;
/** What a stage hands over; when it was settled, and what was missed until then, is added. */
type Settled<Name extends StageName> = Omit<NonNullable<SettledStages[Name]>, 'settledAt' | 'gaps' | 'degradations'>;

/** What has to be settled before each point. */
const SETTLED_BEFORE: Readonly<Record<ForkPoint, readonly StageName[]>> = {
  plan: ['question'],
  research: ['question', 'plan'],
  synthesis: ['question', 'plan', 'material'],
};

/** What the stages of a run have settled, for runs that are forked from it. It is in the history, and nowhere else. */
export class RunStages {
  readonly #request: ResearchRequest;
  readonly #state: LiveState;
  readonly #accounts: Pick<RunAccounts, 'gaps' | 'degradations'>;
  #settled: SettledStages = {};

  constructor(request: ResearchRequest, state: LiveState, accounts: Pick<RunAccounts, 'gaps' | 'degradations'>) {
    this.#request = request;
    this.#state = state;
    this.#accounts = accounts;
  }

  settle<Name extends StageName>(name: Name, stage: Settled<Name>): void {
    const { gaps, degradations } = this.#accounts;
    this.#settled = { ...this.#settled, [name]: copyOf({ ...stage, gaps, degradations, settledAt: now() }) };
  }

  /** Takes over what another run has settled. */
  keep(stages: SettledStages): void {
    const dated = Object.entries(stages).map(([name, stage]) => [name, { ...stage, settledAt: now() }]);
    this.#settled = { ...this.#settled, ...Object.fromEntries(dated) };
  }

  /** @param from the point before which everything is told; any value that a query may carry */
  forkable(from: unknown): ForkableRun {
    const points = FORK_POINTS.filter((point) => SETTLED_BEFORE[point].every((name) => this.#settled[name]));
    const point = points.find((each) => each === from);
    return { request: this.#request, points, stages: point === undefined ? {} : this.#before(point) };
  }

  #before(point: ForkPoint): SettledStages {
    const names = SETTLED_BEFORE[point];
    const stages = Object.fromEntries(names.map((name) => [name, this.#settled[name]])) as SettledStages;
    return stages.plan === undefined ? stages : { ...stages, plan: steered(stages.plan, this.#state.current) };
  }
}

/** The plan as a person changed it since. */
function steered(settled: SettledPlan, { approvedPlan, steering }: RunState): SettledPlan {
  const { tasks } = settled.plan;
  const added = addedTasks(steering)
    .filter(({ taskId }) => !isDropped(steering, taskId))
    .map((task, index) => ({ ...task, taskId: `added-${tasks.length + index + 1}` }));
  const wanted = (planned: readonly ResearchTask[]): ResearchTask[] =>
    [...planned.filter(({ taskId }) => !isDropped(steering, taskId)), ...added].slice(0, MAX_TASKS);
  const approved = wanted(approvedPlan?.tasks ?? []);
  const kept = wanted(tasks);
  return {
    ...settled,
    // A run of which every task was dropped has its plan all the same.
    plan: { tasks: kept.length === 0 ? tasks : kept },
    approvedPlan: approved.length === 0 ? null : { tasks: approved },
  };
}

function now(): string {
  return new Date(Date.now()).toISOString();
}

/** The accounts go on changing what they gave out. */
function copyOf<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
