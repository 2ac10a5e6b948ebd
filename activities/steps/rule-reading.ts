import type { ExtractQuotesInput } from '../../workflows/contracts/activities.ts';
import type { Finding, Quote } from '../../workflows/contracts/evidence/evidence.ts';
import type { ResearchTask } from '../../workflows/contracts/evidence/research-plan.ts';
import { foldersOf } from '../../workflows/domain/corpus-set.ts';
import { type PresentReading, toFinding } from '../corpus/quotes/passage-finding.ts';
import { type CollectedQuotes, collectQuotes } from '../corpus/quotes/quote-collection.ts';
import type { CorpusIndex, StoredPassage } from '../corpus/search-index/corpus-index.ts';
import type { Embedder } from '../corpus/search-index/embedder.ts';
import { readableText } from '../language/text/readable-text.ts';
import { nearestUnits } from '../offline-engine/answers/nearest-units.ts';
import { BEYOND_WORDS, isBeyondWords } from '../offline-engine/passages/beyond-words.ts';
import { createUnitFinder } from '../offline-engine/passages/enclosing-unit.ts';
import { needsOfTaskAndAnchor } from '../offline-engine/passages/information-needs.ts';
import type { ReadablePassage } from '../offline-engine/passages/passage-reading.ts';
import { describeQuoteReason, quoteReasonOf } from '../offline-engine/passages/quote-reasons.ts';
import { extractByRule, extractNearest, MAX_QUOTES, type RuledPassage } from './extract-by-rule.ts';

interface Tools {
  readonly corpus: CorpusIndex;
  readonly embedder: Embedder | null;
}

/** Reads each passage for each task that found it, without a model; of several findings of one passage the best is kept. */
export async function readByRule(
  tools: Tools,
  input: ExtractQuotesInput,
  present: readonly PresentReading[],
  signal: AbortSignal,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const task of input.tasks) {
    const own = present.filter(({ reading }) => reading.taskIds?.includes(task.taskId) ?? true);
    found.push(...(await readForTask(tools, input, task, own, signal)));
  }
  return [...Map.groupBy(found, ({ findingId }) => findingId).values()].map(bestOf);
}

/** The most relevant, with the tasks of the others. */
function bestOf(findings: readonly Finding[]): Finding {
  const [best, ...others] = findings.toSorted((a, b) => (b.relevance ?? 0) - (a.relevance ?? 0));
  if (best === undefined) throw new Error('There is a finding in every group.');
  const alsoServes = others.map(({ taskId }) => taskId);
  return alsoServes.length === 0 ? best : { ...best, alsoServes };
}

async function readForTask(
  { corpus, embedder }: Tools,
  input: ExtractQuotesInput,
  task: ResearchTask,
  present: readonly PresentReading[],
  signal: AbortSignal,
): Promise<Finding[]> {
  const { anchor, corpusId, approvedTasks, minQuoteLength } = input;
  const { need, anchorNeeds } = await needsOfTaskAndAnchor(corpus, foldersOf(corpusId), anchor, task, approvedTasks);
  const unjudged = await unitsBeyondWords(embedder, anchor.language, task, present, signal);
  return present.flatMap((one) => {
    const passage = toReadable(one.stored);
    const finding = unjudged.has(one)
      ? findUnjudged(one, task, unjudged.get(one), minQuoteLength)
      : findJudged(one, task, minQuoteLength, extractByRule(need, anchorNeeds, passage), () =>
          extractNearest(need, passage),
        );
    return finding ?? [];
  });
}

function toReadable({ passage, source, text }: StoredPassage): ReadablePassage {
  return { title: source.title, headingPath: passage.headingPath, text, language: source.language };
}

/** For each passage that semantic search found in another language, its unit nearest to the task: words only compare words. */
async function unitsBeyondWords(
  embedder: Embedder | null,
  language: string,
  task: ResearchTask,
  present: readonly PresentReading[],
  signal: AbortSignal,
): Promise<Map<PresentReading, string | undefined>> {
  const unjudged = present.filter(
    ({ reading, stored }) => reading.origin === 'search' && isBeyondWords(reading.hit, stored.text, language),
  );
  // The other passages are not salient, and words of another language would choose by chance.
  const near = unjudged.filter(({ reading }) => !reading.belowThreshold);
  const passages = near.map(({ stored }) => toReadable(stored));
  const units = await nearestUnits(embedder, task.text, passages, signal);
  const unitOf = new Map(near.map((one, index) => [one, units[index]]));
  return new Map(unjudged.map((one) => [one, unitOf.get(one)]));
}

function findUnjudged(
  one: PresentReading,
  { taskId }: ResearchTask,
  unit: string | undefined,
  minLength: number,
): Finding | null {
  if (unit === undefined) return null;
  const { language } = one.stored.source;
  const reason = describeQuoteReason(quoteReasonOf(readableText(unit)), language);
  const { quotes } = collectQuotes([{ text: unit, reason }], one.stored, one.reading.findingId, 1, minLength);
  if (quotes.length === 0) return null;
  const extracted = { information: readableText(unit), relevance: null, relevanceReason: BEYOND_WORDS };
  return { ...toFinding(one, { taskId, ...extracted, quotes: shownQuotes(quotes, one) }), unjudged: true };
}

/** A top search hit is always quoted, for the reader to judge. */
function findJudged(
  one: PresentReading,
  { taskId }: ResearchTask,
  minLength: number,
  ruled: RuledPassage,
  findNearest: () => RuledPassage | undefined,
): Finding | null {
  const collect = ({ quotes }: RuledPassage): CollectedQuotes =>
    collectQuotes(quotes, one.stored, one.reading.findingId, MAX_QUOTES, minLength);
  const own = collect(ruled);
  if (own.quotes.length > 0) return toFinding(one, { taskId, ...ruled, quotes: shownQuotes(own.quotes, one) });
  const nearest = one.reading.searchRank !== undefined ? findNearest() : undefined;
  const near = nearest === undefined ? [] : collect(nearest).quotes;
  if (nearest === undefined || near.length === 0) return null;
  return toFinding(one, { taskId, ...nearest, quotes: shownQuotes(near, one) });
}

/** Around a quote from an untrusted passage may be the orders that it must not repeat. */
function shownQuotes(quotes: readonly Quote[], { stored, untrusted }: PresentReading): readonly Quote[] {
  return untrusted.length > 0 ? quotes : withUnits(quotes, stored);
}

/** Gives each quote the offsets of the paragraph, list or table around it. */
function withUnits(quotes: readonly Quote[], { passage, source, text }: StoredPassage): Quote[] {
  const unitAround = createUnitFinder(text, source.language);
  return quotes.map((quote) => {
    const { start, end } = unitAround({ start: quote.start - passage.start, end: quote.end - passage.start });
    const unit = { start: passage.start + start, end: passage.start + end };
    return unit.start === quote.start && unit.end === quote.end ? quote : { ...quote, unit };
  });
}
