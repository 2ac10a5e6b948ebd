import type { ExtractedQuotes, ExtractQuotesInput, Reading } from '../../../workflows/contracts/activities.ts';
import type { Finding, InjectionSignal, Quote } from '../../../workflows/contracts/evidence/evidence.ts';
import type { Degradation, Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { foldersOf } from '../../../workflows/domain/corpus-set.ts';
import { PassageNotFoundError } from '../../corpus/documents/document-errors.ts';
import { createPassageSignals } from '../../corpus/quotes/passage-signals.ts';
import { type CollectedQuotes, collectQuotes } from '../../corpus/quotes/quote-collection.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import type { StoredPassage } from '../../corpus/search-index/corpus-index.ts';
import type { Embedder } from '../../corpus/search-index/embedder.ts';
import { readableText } from '../../language/text/readable-text.ts';
import { withDegradation } from '../../model/metering/paid-calls.ts';
import { nearestUnits } from '../../offline-engine/answers/nearest-units.ts';
import { BEYOND_WORDS, isBeyondWords } from '../../offline-engine/passages/beyond-words.ts';
import { createUnitFinder } from '../../offline-engine/passages/enclosing-unit.ts';
import { needsOfTaskAndAnchor } from '../../offline-engine/passages/information-needs.ts';
import type { ReadablePassage } from '../../offline-engine/passages/passage-reading.ts';
import { describeQuoteReason, quoteReasonOf } from '../../offline-engine/passages/quote-reasons.ts';
import { type EvidenceStores, storeEvidence } from '../../platform/storage/stored-evidence.ts';
import {
  type ExtractedPassage,
  extractFindingsStep,
  extractNearest,
  MAX_QUOTES,
} from '../../steps/extract-findings.ts';
import { type ReadPassage, readInBatches, saysNothing } from '../../steps/passage-batches.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const MAX_INFORMATION_LENGTH = 2_000;
const MAX_REASON_LENGTH = 200;
const PASSAGE_MISSING = 'the document changed in the meantime and the passage is missing';
const REJECTED = 'the quotation is not in the passage';
const BY_RULE = 'no quotation could be located; the offline rule read the passage';
/**
 * From this relevance on, by the rule, a passage answers: its best words are quoted in addition to a model's quotes.
 */
const ANSWERS = 0.75;

/** A reading whose passage still exists. */
interface PresentReading {
  readonly reading: Reading;
  readonly stored: StoredPassage;
  /** Injection signals in the passage and around it. */
  readonly untrusted: readonly InjectionSignal[];
}

type Dependencies = Pick<ActivityDependencies, 'corpus' | 'reasoner' | 'embedder' | 'blobs'> & EvidenceStores;

/** Outcome of one reading. */
interface Extraction {
  readonly finding: Finding | null;
  readonly degradations: readonly Degradation[];
}

/** Extracts what serves the task from passages. Every finding rests on words of the source. */
export function createExtractQuotes({ corpus, reasoner, embedder, blobs, runs }: Dependencies) {
  return async (input: ExtractQuotesInput, signal: AbortSignal): Promise<Reasoned<ExtractedQuotes>> => {
    const { anchor, task, corpusId, engine, metering, readings, approvedTasks } = input;
    const present = await presentOf({ corpus, blobs }, input);
    const needs = await needsOfTaskAndAnchor(corpus, foldersOf(corpusId), anchor, task, approvedTasks);
    const asExcerpts = input.reading !== 'passages';
    const shared = { anchor, approvedTasks, taskText: task.text, asExcerpts, ...needs };
    const passages = present.map(({ stored }) => toReadable(stored));
    const { value: read, cost } = await readInBatches(passages, shared, (stepInput) =>
      reasoner.run(extractFindingsStep, stepInput, { engine, metering, signal }),
    );

    const nearest = (passage: ReadablePassage) => extractNearest(shared.need, passage);
    const byRule = present.filter((_, index) => read[index]?.byRule === true);
    const unjudged = await unitsBeyondWords(embedder, input, byRule, signal);
    const extractions = present.map((one, index) =>
      unjudged.has(one) ? extractUnjudged(input, one, unjudged.get(one)) : extract(input, one, read[index], nearest),
    );
    const missing = degradationOf(PASSAGE_MISSING, readings.length - present.length);
    const degradations = [...missing, ...extractions.flatMap((extraction) => extraction.degradations)];
    const findingOf = new Map(present.map(({ reading }, index) => [reading, extractions[index]?.finding]));
    const findings = readings.map((reading) => findingOf.get(reading) ?? null);
    const found = findings.filter((finding) => finding !== null);
    return {
      value: { findings, stored: await storeEvidence({ blobs, runs }, input.storeFor, found) },
      cost: degradations.reduce(withDegradation, cost),
    };
  };
}

/** @throws {PassageNotFoundError} when every passage is missing */
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
  // The other passages are not salient, and words of another language would choose by chance.
  const near = unjudged.filter(({ reading }) => !reading.belowThreshold);
  const units = await nearestUnits(
    embedder,
    task.text,
    near.map(({ stored }) => toReadable(stored)),
    signal,
  );
  const unitOf = new Map(near.map((one, index) => [one, units[index]]));
  return new Map(unjudged.map((one) => [one, unitOf.get(one)]));
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

/** The nearest statement of a passage, whether it serves the task or not; undefined where it has none. */
type FindNearest = (passage: ReadablePassage) => Omit<ExtractedPassage, 'id'> | undefined;

/**
 * If a passage answers by the rule, its best words are quoted in addition to what a model quotes. If no quotation of
 * the model can be located, nothing shows that it read the passage, and the rule's extraction is used. A top search hit
 * is always quoted, for the reader to judge.
 */
function extract(
  input: ExtractQuotesInput,
  present: PresentReading,
  read: ReadPassage | undefined,
  findNearest: FindNearest,
): Extraction {
  if (read === undefined) return { finding: null, degradations: [] };
  const { reading, stored } = present;
  const { extracted, ruled, byRule } = read;
  const collect = (quotes: ExtractedPassage['quotes']): CollectedQuotes =>
    collectQuotes(quotes.map(withReason(stored)), stored, reading.findingId, MAX_QUOTES, input.minQuoteLength);
  const own = collect(extracted.quotes);
  const answers = !byRule && (ruled.relevance ?? 0) >= ANSWERS;
  const rejected = byRule ? [] : degradationOf(REJECTED, own.rejected);
  if (own.quotes.length > 0) {
    const quotes = answers ? collect(taking(own.quotes, ruled.quotes)) : own;
    return { finding: toFinding(input, present, extracted, quotes), degradations: rejected };
  }
  const nearest = reading.leading === true ? findNearest(toReadable(stored)) : undefined;
  const near = collect(nearest?.quotes ?? []);
  const nearFinding = nearest !== undefined && near.quotes.length > 0 ? toFinding(input, present, nearest, near) : null;
  if (byRule || (saysNothing(extracted) && !answers)) return { finding: nearFinding, degradations: rejected };
  const chosen = collect(ruled.quotes);
  return {
    finding: chosen.quotes.length > 0 ? toFinding(input, present, ruled, chosen) : nearFinding,
    degradations: [...rejected, ...degradationOf(BY_RULE, 1)],
  };
}

/** By turns, the model's first. */
function taking(
  own: readonly Pick<Quote, 'text' | 'reason'>[],
  ruled: ExtractedPassage['quotes'],
): ExtractedPassage['quotes'] {
  const turns = Array.from({ length: Math.max(own.length, ruled.length) }, (_, index) => [own[index], ruled[index]]);
  return turns.flat().flatMap((quote) => (quote === undefined ? [] : [{ text: quote.text, reason: quote.reason }]));
}

function withReason({ source: { language } }: StoredPassage) {
  return ({ text, reason }: ExtractedPassage['quotes'][number]) => ({
    text,
    reason: reason === '' ? describeQuoteReason(quoteReasonOf(readableText(text)), language) : reason,
  });
}

function degradationOf(cause: string, count: number): Degradation[] {
  return count === 0 ? [] : [{ step: extractFindingsStep.name, cause, count }];
}

function toFinding(
  { task }: ExtractQuotesInput,
  { reading: { findingId, hitScore, belowThreshold, leading, depth, origin }, stored, untrusted }: PresentReading,
  { information, relevance, relevanceReason }: Pick<ExtractedPassage, 'information' | 'relevance' | 'relevanceReason'>,
  { quotes }: CollectedQuotes,
): Finding {
  const { passage, source } = stored;
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
    // The words around a quote from such a passage may be the orders that it must not repeat.
    quotes: untrusted.length > 0 ? [...quotes] : withUnits(quotes, stored),
    passageSpan: { textHash: source.text.sha256, start: passage.start, end: passage.end },
    hitScore: hitScore?.score ?? null,
    relevance,
    relevanceReason: relevanceReason.slice(0, MAX_REASON_LENGTH),
    belowThreshold,
    ...(leading && { leading }),
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

/** Gives each quote the offsets of the paragraph, list or table around it. */
function withUnits(quotes: readonly Quote[], { passage, source, text }: StoredPassage): Quote[] {
  const unitAround = createUnitFinder(text, source.language);
  return quotes.map((quote) => {
    const { start, end } = unitAround({ start: quote.start - passage.start, end: quote.end - passage.start });
    const unit = { start: passage.start + start, end: passage.start + end };
    return unit.start === quote.start && unit.end === quote.end ? quote : { ...quote, unit };
  });
}
