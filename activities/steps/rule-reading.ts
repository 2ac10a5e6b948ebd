import type { ExtractQuotesInput } from '@plumbline/contracts/activities';
import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import { needsOfTaskAndAnchor } from '@plumbline/offline/needs';
import { BEYOND_WORDS, isBeyondWords } from '@plumbline/offline/relevance';
import {
  createUnitFinder,
  describeQuoteReason,
  nearestUnits,
  quoteReasonOf,
  type ReadablePassage,
} from '@plumbline/offline/statements';
import { type PresentReading, toFinding } from '@plumbline/quotes/passages';
import { type CollectedQuotes, collectQuotes } from '@plumbline/quotes/quotes';
import type { CorpusIndex, StoredPassage } from '@plumbline/search/corpus-index';
import type { Embedder } from '@plumbline/search/embedder';
import { readableText } from '@plumbline/text/readable-text';
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
