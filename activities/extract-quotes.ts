import type { Degradation, Reasoned } from '../workflows/contracts/accounting.ts';
import type { ExtractQuotesInput, Reading } from '../workflows/contracts/activities.ts';
import type { Finding, InjectionSignal } from '../workflows/contracts/evidence.ts';
import { createPassageSignals } from './citations/passage-signals.ts';
import { type CollectedQuotes, collectQuotes } from './citations/quote-collection.ts';
import { createStoredTexts } from './citations/stored-quotes.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { PassageNotFoundError } from './documents/document-errors.ts';
import type { Embedder } from './embedding/embedder.ts';
import { nearestUnits } from './extractive/answers/nearest-units.ts';
import { BEYOND_WORDS, isBeyondWords } from './extractive/passages/beyond-words.ts';
import { needsOfTaskAndAnchor } from './extractive/passages/information-needs.ts';
import type { ReadablePassage } from './extractive/passages/passage-reading.ts';
import { describeQuoteReason, quoteReasonOf } from './extractive/passages/quote-reasons.ts';
import type { StoredPassage } from './index/corpus-index.ts';
import { withDegradation } from './reasoning/engine/cost.ts';
import { type ExtractedPassage, extractFindingsStep, MAX_QUOTES } from './reasoning/steps/extract-findings.ts';
import { type ReadPassage, readInBatches } from './reasoning/steps/passage-batches.ts';
import { readableText } from './text/readable-text.ts';

const MAX_INFORMATION_LENGTH = 2_000;
const MAX_REASON_LENGTH = 200;
const PASSAGE_MISSING = 'the document changed in the meantime and the passage is missing';
const REJECTED = 'the quotation is not in the passage';
const BY_RULE = 'no quotation could be located, the offline rule chose the words';

/** A reading whose passage still exists. */
interface PresentReading {
  readonly reading: Reading;
  readonly stored: StoredPassage;
  /** Injection signals in the passage and around it. */
  readonly untrusted: readonly InjectionSignal[];
}

type Dependencies = Pick<ActivityDependencies, 'corpus' | 'reasoner' | 'embedder' | 'blobs'>;

/** Outcome of one reading. */
interface Extraction {
  readonly finding: Finding | null;
  readonly degradations: readonly Degradation[];
}

/** Extracts what serves the task from passages. Every finding rests on words of the source. */
export function createExtractQuotes({ corpus, reasoner, embedder, blobs }: Dependencies) {
  return async (input: ExtractQuotesInput, signal: AbortSignal): Promise<Reasoned<readonly (Finding | null)[]>> => {
    const { anchor, task, corpusId, today, engine, metering, readings, approvedTasks } = input;
    const present = await presentOf({ corpus, blobs }, input);
    const needs = await needsOfTaskAndAnchor(corpus, corpusId, anchor, task, approvedTasks);
    const shared = { today, anchor, approvedTasks, taskText: task.text, ...needs };
    const passages = present.map(({ stored }) => toReadable(stored));
    const { value: read, cost } = await readInBatches(passages, shared, (stepInput) =>
      reasoner.run(extractFindingsStep, stepInput, { engine, metering, signal }),
    );

    const readByRule = (passage: ReadablePassage): ExtractedPassage | undefined =>
      extractFindingsStep.offline({ ...shared, passages: [{ ...passage, id: '' }] }).passages[0];
    const byRule = present.filter((_, index) => read[index]?.byRule === true);
    const unjudged = await unitsBeyondWords(embedder, input, byRule, signal);
    const extractions = present.map((one, index) =>
      unjudged.has(one) ? extractUnjudged(input, one, unjudged.get(one)) : extract(input, one, read[index], readByRule),
    );
    const missing = degradationOf(PASSAGE_MISSING, readings.length - present.length);
    const degradations = [...missing, ...extractions.flatMap((extraction) => extraction.degradations)];
    const findings = new Map(present.map(({ reading }, index) => [reading, extractions[index]?.finding]));
    return {
      value: readings.map((reading) => findings.get(reading) ?? null),
      cost: degradations.reduce(withDegradation, cost),
    };
  };
}

/** @throws {PassageNotFoundError} when all of them are missing */
async function presentOf(
  { corpus, blobs }: Pick<ActivityDependencies, 'corpus' | 'blobs'>,
  { corpusId, readings }: ExtractQuotesInput,
): Promise<PresentReading[]> {
  const passageIds = readings.map(({ hit }) => hit.passage.passageId);
  const stored = await corpus.readPassages(corpusId, passageIds);
  const [first] = passageIds;
  if (stored.size === 0 && first !== undefined) throw new PassageNotFoundError(first);
  const signalsOf = createPassageSignals(createStoredTexts(blobs));
  const present = readings.map(async (reading): Promise<PresentReading[]> => {
    const found = stored.get(reading.hit.passage.passageId);
    return found === undefined ? [] : [{ reading, stored: found, untrusted: await signalsOf(found) }];
  });
  return (await Promise.all(present)).flat();
}

function toReadable({ passage, source, text }: StoredPassage): ReadablePassage {
  return { title: source.title, headingPath: passage.headingPath, text, language: source.language };
}

/**
 * For each passage that semantic search found in another language, its unit nearest to the task; the offline rule only
 * compares words.
 */
async function unitsBeyondWords(
  embedder: Embedder | null,
  { anchor, task }: ExtractQuotesInput,
  present: readonly PresentReading[],
  signal: AbortSignal,
): Promise<Map<PresentReading, string | undefined>> {
  const unjudged = present.filter(
    ({ reading, stored }) => reading.origin === 'search' && isBeyondWords(reading.hit, stored.text, anchor.language),
  );
  const passages = unjudged.map(({ stored }) => toReadable(stored));
  const units = await nearestUnits(embedder, task.text, passages, signal);
  return new Map(unjudged.map((one, index) => [one, units[index]]));
}

function extractUnjudged(input: ExtractQuotesInput, one: PresentReading, unit: string | undefined): Extraction {
  if (unit === undefined) return { finding: null, degradations: [] };
  const { language } = one.stored.source;
  const reason = describeQuoteReason(quoteReasonOf(readableText(unit)), language);
  const collected = collectQuotes([{ text: unit, reason }], one.stored, one.reading.findingId, 1, input.minQuoteLength);
  if (collected.quotes.length === 0) return { finding: null, degradations: [] };
  const extracted = { information: readableText(unit), relevance: null, relevanceReason: BEYOND_WORDS };
  return { finding: { ...toFinding(input, one, extracted, collected), unjudged: true }, degradations: [] };
}

/** When no quotation of the model can be located, its words rest on the quotations of the offline rule. */
function extract(
  input: ExtractQuotesInput,
  present: PresentReading,
  read: ReadPassage | undefined,
  readByRule: (passage: ReadablePassage) => ExtractedPassage | undefined,
): Extraction {
  if (read === undefined) return { finding: null, degradations: [] };
  const { reading, stored } = present;
  const { extracted, byRule } = read;
  const collect = (quotes: ExtractedPassage['quotes'] = []): CollectedQuotes =>
    collectQuotes(quotes, stored, reading.findingId, MAX_QUOTES, input.minQuoteLength);
  const own = collect(extracted.quotes);
  const rejected = degradationOf(REJECTED, own.rejected);
  if (own.quotes.length > 0) {
    return { finding: toFinding(input, present, extracted, own), degradations: rejected };
  }
  if (byRule || saysNothing(extracted)) return { finding: null, degradations: rejected };
  const chosen = collect(readByRule(toReadable(stored))?.quotes);
  return {
    finding: chosen.quotes.length > 0 ? toFinding(input, present, extracted, chosen) : null,
    degradations: [...rejected, ...degradationOf(BY_RULE, 1)],
  };
}

function degradationOf(cause: string, count: number): Degradation[] {
  return count === 0 ? [] : [{ step: extractFindingsStep.name, cause, count }];
}

function saysNothing({ information, quotes }: ExtractedPassage): boolean {
  return information.trim() === '' && quotes.length === 0;
}

function toFinding(
  { task }: ExtractQuotesInput,
  {
    reading: { findingId, hitScore, belowThreshold, depth, origin },
    stored: { passage, source },
    untrusted,
  }: PresentReading,
  { information, relevance, relevanceReason }: Pick<ExtractedPassage, 'information' | 'relevance' | 'relevanceReason'>,
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
    untrusted: [...untrusted],
  };
}
