import type { Activities } from '../contracts/activities.ts';
import { alwaysStaysWithinTask, type CallOptions, callActivity } from './activity-options.ts';

/**
 * Calls of activities that are done by rule, in milliseconds. Within the workflow task they run one at a time, in the order in
 * which they were asked for: replay resolves them in that order, and of two that run side by side the second may end first.
 */
export class RuleCalls {
  readonly #inTurn: boolean;
  #last: Promise<unknown> = Promise.resolve();

  /** @param inTurn false: for workflows whose rules go to the server; each call is as its options have it */
  constructor(inTurn: boolean) {
    this.#inTurn = inTurn;
  }

  call<Name extends keyof Activities>(
    name: Name,
    input: Parameters<Activities[Name]>[0],
    summary: string,
    options: CallOptions = {},
  ): Promise<Awaited<ReturnType<Activities[Name]>>> {
    const start = (changes: CallOptions) =>
      callActivity(name, input, summary, changes) as Promise<Awaited<ReturnType<Activities[Name]>>>;
    if (!this.#inTurn) return start(options);
    const called = this.#last.then(() => start({ isWithinTask: true }));
    this.#last = called.catch(() => undefined);
    return called;
  }

  /** In turn where the workflow's type keeps it within its task in any case; else beside other calls. */
  callApart<Name extends keyof Activities>(
    name: Name,
    input: Parameters<Activities[Name]>[0],
    summary: string,
  ): Promise<Awaited<ReturnType<Activities[Name]>>> {
    if (alwaysStaysWithinTask(name)) return this.call(name, input, summary);
    return callActivity(name, input, summary) as Promise<Awaited<ReturnType<Activities[Name]>>>;
  }
}
