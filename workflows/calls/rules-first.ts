import {
  type ActivateInput,
  CancellationScope,
  condition,
  type LocalActivityInput,
  type Next,
  type WorkflowInterceptors,
  type WorkflowInternalsInterceptor,
  type WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow';

type Job = NonNullable<ActivateInput['activation']['jobs']>[number];

/** Conditions that a result fulfils may fulfil others; after so many rounds nothing of it is left to be done. */
const ROUNDS = 5;

/**
 * While a rule runs within the workflow task, nothing else reaches the workflow: messages, timers and results wait until the
 * rule's result, and all that follows from it, is done. Without this the SDK delivers them in an order that replay does not
 * repeat: a query that comes while a rule runs ends the workflow task, the rule's result comes with the next one, after what
 * else has happened, but replay brings it first. A cancellation does not wait, because a rule may hang.
 */
class RulesFirst implements WorkflowOutboundCallsInterceptor, WorkflowInternalsInterceptor {
  #running = 0;
  readonly #held: (() => void)[] = [];

  scheduleLocalActivity(
    input: LocalActivityInput,
    next: Next<WorkflowOutboundCallsInterceptor, 'scheduleLocalActivity'>,
  ): Promise<unknown> {
    return this.#run(() => next(input));
  }

  activate(input: ActivateInput, next: Next<WorkflowInternalsInterceptor, 'activate'>): void {
    const jobs = input.activation.jobs ?? [];
    const held = this.#running === 0 ? [] : jobs.filter((job) => !passes(job));
    if (held.length === 0) return next(input);
    const deliver = (some: Job[]) => next({ ...input, activation: { ...input.activation, jobs: some } });
    this.#hold(() => deliver(held));
    deliver(jobs.filter(passes));
  }

  async #run(rule: () => Promise<unknown>): Promise<unknown> {
    this.#running += 1;
    try {
      return await rule();
    } finally {
      this.#running -= 1;
    }
  }

  #hold(deliver: () => void): void {
    this.#held.push(deliver);
    if (this.#held.length === 1) void CancellationScope.nonCancellable(() => this.#deliverInTurn());
  }

  /** Each workflow task's by itself, because what follows from one may be a rule again. */
  async #deliverInTurn(): Promise<void> {
    for (let deliver = this.#held[0]; deliver !== undefined; deliver = this.#held[0]) {
      for (let round = 0; round < ROUNDS; round += 1) await this.#untilSettled();
      deliver();
      this.#held.shift();
    }
  }

  /** Until no rule runs and the workflow has nothing to do but to evaluate its conditions. */
  #untilSettled(): Promise<void> {
    // The first evaluation is at once, in the middle of what is being done.
    let isFirst = true;
    return condition(() => {
      const isSettled = !isFirst && this.#running === 0;
      isFirst = false;
      return isSettled;
    });
  }
}

function passes({ resolveActivity, cancelWorkflow, queryWorkflow }: Job): boolean {
  return resolveActivity?.isLocal === true || Boolean(cancelWorkflow ?? queryWorkflow);
}

export function interceptors(): WorkflowInterceptors {
  const order = new RulesFirst();
  return { outbound: [order], internals: [order] };
}
