import type { SummarizeClarificationInput } from '@plumbline/contracts/activities';
import { isPassageHit } from '@plumbline/contracts/evidence/search-hit';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import type { ClarificationSummary } from '@plumbline/contracts/research/clarification';
import { clarifiedQuery } from '@plumbline/contracts/research/frozen-anchor';
import { snippetsOf } from '@plumbline/search/hit-text';
import { summarizeClarificationStep } from '../../steps/summarize-clarification.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const MAX_PASSAGES = 5;

/** Condenses the conversation; the found passages come from the search, not from the engine. */
export function createSummarizeClarification({ corpus, reasoner }: Pick<ActivityDependencies, 'corpus' | 'reasoner'>) {
  return async (input: SummarizeClarificationInput, signal: AbortSignal): Promise<Reasoned<ClarificationSummary>> => {
    const { anchor, conversation, engine, metering } = input;
    const hits = input.hits.filter(isPassageHit).slice(0, MAX_PASSAGES);
    const query = clarifiedQuery(anchor.originalQuestion, conversation);
    const found = await snippetsOf(corpus, input.corpusId, hits, query);
    const passages = found.map(({ shown }) => shown);

    const stepInput = { ...input, passages };
    const { value, cost } = await reasoner.run(summarizeClarificationStep, stepInput, { engine, metering, signal });
    const relevantPassages = found.map(({ hit: { passage, locator }, shown: { title, headingPath, snippet } }) => ({
      passageId: passage.passageId,
      title: [title, headingPath.at(-1)].filter((part) => part !== undefined).join(', '),
      locator,
      snippet,
    }));
    const ruled = summarizeClarificationStep.offline(stepInput);
    const summary = {
      refinedIntent: value.refinedIntent || ruled.refinedIntent,
      scope: value.scope || ruled.scope,
      keyClarifications: value.keyClarifications.length > 0 ? value.keyClarifications : ruled.keyClarifications,
      remainingGaps: value.remainingGaps,
    };
    return { value: { ...summary, relevantPassages }, cost };
  };
}
