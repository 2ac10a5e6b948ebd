import type { SummarizeClarificationInput } from '../../../workflows/contracts/activities.ts';
import { isPassageHit } from '../../../workflows/contracts/evidence/evidence.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import type { ClarificationSummary } from '../../../workflows/contracts/research/clarification.ts';
import { clarifiedQuery } from '../../../workflows/domain/query-anchor.ts';
import { snippetsOf } from '../../corpus/search-index/hit-text.ts';
import { summarizeClarificationStep } from '../../steps/summarize-clarification.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const MAX_PASSAGES = 5;

/** Condenses the conversation; the found passages come from the search, not from the engine. */
export function createSummarizeClarification({ corpus, reasoner }: Pick<ActivityDependencies, 'corpus' | 'reasoner'>) {
  return async (input: SummarizeClarificationInput, signal: AbortSignal): Promise<Reasoned<ClarificationSummary>> => {
    const { anchor, conversation, assessment, today, engine, metering } = input;
    const hits = input.hits.filter(isPassageHit).slice(0, MAX_PASSAGES);
    const query = clarifiedQuery(anchor.originalQuestion, conversation);
    const found = await snippetsOf(corpus, input.corpusId, hits, query);
    const passages = found.map(({ shown }) => shown);

    const stepInput = { today, anchor, conversation, assessment, passages };
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
