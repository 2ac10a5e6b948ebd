import type { Reasoned, ReasoningCost } from '../workflows/contracts/accounting.ts';
import type { ExtractQuotesInput } from '../workflows/contracts/activities.ts';
import type { Finding } from '../workflows/contracts/evidence.ts';
import type { StoredPassage } from './corpus/corpus-index.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { type CollectedQuotes, collectQuotes } from './evidence/quote-collection.ts';
import { interestsOfTaskAndAnchor } from './reading/interests.ts';
import { withDegradation } from './reasoning/cost.ts';
import { type ExtractedFindings, extractFindingsStep, MAX_QUOTES } from './reasoning/steps/extract-findings.ts';

const MAX_INFORMATION_LENGTH = 2_000;
const MAX_REASON_LENGTH = 200;
const STEP = extractFindingsStep.name;

/** Takes from one passage what serves the task. A finding always rests on words that stand in the source. */
export function createExtractQuotes({ corpus, reasoner }: Pick<ActivityDependencies, 'corpus' | 'reasoner'>) {
  return async (input: ExtractQuotesInput, signal: AbortSignal): Promise<Reasoned<Finding | null>> => {
    const { anchor, task, corpusId, hit, today, engine, findingId } = input;
    const stored = await corpus.readPassage(corpusId, hit.passage.passageId);
    const { passage, source, text } = stored;
    const stepInput = {
      today,
      anchor,
      taskText: task.text,
      ...(await interestsOfTaskAndAnchor(corpus, corpusId, anchor, task.text)),
      passage: { title: source.title, headingPath: passage.headingPath, text, language: source.language },
    };

    const { value, cost } = await reasoner.run(extractFindingsStep, stepInput, { engine, signal });
    const collect = ({ quotes }: ExtractedFindings) =>
      collectQuotes(quotes, stored, findingId, MAX_QUOTES, input.minQuoteLength);
    const collected = collect(value);
    const noted = noteRejected(cost, collected);
    if (collected.quotes.length > 0) return { value: toFinding(input, stored, value, collected), cost: noted };
    if (cost.engine === 'offline' || saysNothing(value)) return { value: null, cost: noted };

    const rule = collect(extractFindingsStep.offline(stepInput));
    const fallback = { step: STEP, cause: 'no quotation could be located, the offline rule chose the words', count: 1 };
    const finding = rule.quotes.length > 0 ? toFinding(input, stored, value, rule) : null;
    return { value: finding, cost: withDegradation(noted, fallback) };
  };
}

function saysNothing({ information, quotes }: ExtractedFindings): boolean {
  return information.trim() === '' && quotes.length === 0;
}

function noteRejected(cost: ReasoningCost, { rejected }: CollectedQuotes): ReasoningCost {
  if (rejected === 0) return cost;
  return withDegradation(cost, { step: STEP, cause: 'quotation does not stand in the passage', count: rejected });
}

function toFinding(
  { task, findingId, hitScore, belowThreshold, depth, origin }: ExtractQuotesInput,
  { passage, source }: StoredPassage,
  { information, relevance, relevanceReason }: ExtractedFindings,
  { quotes }: CollectedQuotes,
): Finding {
  return {
    findingId,
    taskId: task.taskId,
    passageId: passage.passageId,
    sourceId: source.sourceId,
    locator: source.locator,
    title: source.title,
    page: passage.page,
    headingPath: [...passage.headingPath],
    extractedInfo: information.slice(0, MAX_INFORMATION_LENGTH),
    quotes: [...quotes],
    passageSpan: { textHash: source.text.sha256, start: passage.start, end: passage.end },
    hitScore: hitScore?.score ?? null,
    relevance,
    relevanceReason: relevanceReason.slice(0, MAX_REASON_LENGTH),
    belowThreshold,
    mentionedEntities: [],
    contextTier: 3,
    weight: 0,
    depth,
    origin,
    finalRelevance: null,
    finalReason: '',
  };
}
