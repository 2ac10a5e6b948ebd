import type { ResearchClient } from '../../runs/research-client.ts';
import type { Delivery } from '../../runs/run-messages.ts';
import type { RunView } from '../../runs/run-view.ts';
import { renderClarification, renderPlanToApprove } from '../rendering/render-clarification.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { askForAnswers, askForPlan } from './ask.ts';
import type { RunDisplay } from './run-display.ts';
import type { Responder } from './watch-run.ts';

/** Name of what the run waits for; each round has its own. */
function waitingFor({ endedAt, progress }: RunView): string | null {
  if (endedAt !== null || progress === null) return null;
  if (progress.pendingClarification !== null) return `round ${progress.pendingClarification.round}`;
  return progress.planToApprove === null ? null : 'plan';
}

/** Prints each thing that the run waits for once, with the commands that answer it. */
export function createAnnouncer(display: RunDisplay): Responder {
  let announced: string | null = null;
  return {
    consider(run) {
      const wanted = waitingFor(run);
      if (wanted !== null && wanted !== announced) display.note(describeWait(run));
      announced = wanted;
    },
    async close() {},
  };
}

function describeWait({ researchId, progress }: RunView): string {
  if (progress?.pendingClarification) return renderClarification(researchId, progress.pendingClarification);
  return progress?.planToApprove ? renderPlanToApprove(researchId, progress.planToApprove) : '';
}

/**
 * Asks at the terminal and sends the answers. A question that was answered elsewhere or has timed out disappears.
 *
 * @param interrupt called on Ctrl-C in a question
 */
export function createInterviewer(research: ResearchClient, display: RunDisplay, interrupt: () => void): Responder {
  let asking: { readonly wanted: string; readonly controller: AbortController; readonly done: Promise<void> } | null =
    null;

  async function interview(run: RunView, signal: AbortSignal): Promise<void> {
    display.pause();
    try {
      const outcome = await askPerson(research, run, signal);
      if (outcome === 'interrupted' && !signal.aborted) interrupt();
      for (const refusal of outcome === 'interrupted' ? [] : outcome) {
        display.note(`refused: ${toPlainLine(refusal)}`);
      }
    } catch (error) {
      // The run keeps waiting; the next look asks again if the server can be reached.
      display.note(`the answer could not be sent: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      display.resume();
    }
  }

  return {
    consider(run) {
      const wanted = waitingFor(run);
      if (asking?.wanted === wanted) return;
      asking?.controller.abort();
      if (wanted === null) {
        asking = null;
        return;
      }
      const controller = new AbortController();
      asking = { wanted, controller, done: interview(run, controller.signal) };
    },
    async close() {
      asking?.controller.abort();
      await asking?.done;
    },
  };
}

/** @returns reasons of refusals */
async function askPerson(
  research: ResearchClient,
  { researchId, progress }: RunView,
  signal: AbortSignal,
): Promise<Delivery['refusals'] | 'interrupted'> {
  if (progress?.pendingClarification) {
    const answers = await askForAnswers(progress.pendingClarification, signal);
    if (answers === 'interrupted') return answers;
    const deliveries: Delivery[] = [];
    for (const answer of answers.given) deliveries.push(await research.answer(researchId, answer));
    if (answers.skippedSome) deliveries.push(await research.skip(researchId));
    return deliveries.flatMap(({ refusals }) => refusals);
  }
  if (!progress?.planToApprove) return [];
  const plan = await askForPlan(progress.planToApprove, signal);
  return plan === 'interrupted' ? plan : (await research.approvePlan(researchId, plan)).refusals;
}
