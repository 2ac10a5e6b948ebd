import { log } from '@temporalio/activity';

/**
 * Does what an answer can do without: a failure is logged and costs time or convenience, never the answer.
 *
 * @param what for the log: "the answer cache"
 * @param instead result in case of a failure
 */
export async function orElse<Result>(what: string, instead: Result, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    log.warn(`${what} failed; the answer goes on without it`, { error });
    return instead;
  }
}
