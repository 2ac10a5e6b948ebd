import type { ReferredHit } from '@plumbline/contracts/evidence/search-hit';
import type { Passage } from '@plumbline/contracts/evidence/source';
import {
  type FollowedReferences,
  type FollowReferencesInput,
  type Lead,
  ON_THE_WEB,
  type ReferringFinding,
  type WebLink,
} from '@plumbline/contracts/research/retrieval-activities';
import { type Span, splitSentences } from '@plumbline/language/sentences';
import { wholeOf } from '@plumbline/quotes/passages';
import {
  createDocumentCatalog,
  detectReferences,
  type DocumentCatalog,
  type Reference,
  referredBy,
  type Resolution,
  resolveReference,
  sectionOf,
  type WebTarget,
} from '@plumbline/quotes/references';
import type { PassageIndex, StoredPassage } from '@plumbline/search/corpus-index';
import type { ActivityDependencies } from '../dependencies.ts';

/** A reference in the passage of a finding. */
interface FoundReference {
  readonly finding: Pick<ReferringFinding, 'findingId' | 'locator'>;
  /** As written. */
  readonly text: string;
  /** The sentence that refers; empty where a reader named the reference. */
  readonly sentence: string;
  /** Whether a quote of the finding comes from that sentence. */
  readonly isQuoted: boolean;
  resolve(catalog: DocumentCatalog): Promise<Resolution>;
}

const LONGEST_SENTENCE = 500;
const LISTED_UNRESOLVED = 50;
/** Pages of the web that one call leads to: each is fetched before it is judged. */
const MOST_LINKS = 4;

/**
 * Finds the passages that a reader named, then those that findings refer to. References in quoted sentences come first, then
 * the others of the passages, each in the order of the findings and of the text. Skips visited passages, so that cycles end.
 */
export function createFollowReferences({ corpus, blobs }: Pick<ActivityDependencies, 'corpus' | 'blobs'>) {
  return async (input: FollowReferencesInput): Promise<FollowedReferences> => {
    const { corpusId, findings, leads, visitedPassageIds, maxReferences, followsWeb } = input;
    const catalog = createDocumentCatalog({ corpus, blobs }, corpusId);
    const seen = new Set([...visitedPassageIds, ...findings.map(({ passageId }) => passageId)]);
    // A range resolves when one of its places exists: numbers in between may be unused.
    const lines = { resolved: new Set<string>(), unresolved: new Set<string>() };
    const links = new Map<string, WebLink>();
    const hits = await sectionHits(catalog, leads, seen, maxReferences);
    const references = [
      ...(await namedReferences(corpus, corpusId, leads)),
      ...(await referencesOf(corpus, corpusId, findings)),
    ];
    for (const found of references) {
      const target = await found.resolve(catalog);
      if (followsWeb && isOnWeb(target)) {
        links.set(target.url, links.get(target.url) ?? toLink(target, found));
        continue;
      }
      const isUnresolved = target === 'unresolved' || isOnWeb(target);
      lines[isUnresolved ? 'unresolved' : 'resolved'].add(lineOf(found, target));
      if (typeof target === 'string' || isOnWeb(target) || seen.has(target.passageId) || hits.length >= maxReferences)
        continue;
      seen.add(target.passageId);
      const read = await readPassageIfPresent(corpus, corpusId, target.passageId);
      if (read !== null) hits.push(toHit(read.passage, read.source.locator, found));
    }
    const unresolved = [...lines.unresolved].filter((line) => !lines.resolved.has(line));
    return {
      hits,
      unresolved: unresolved.slice(0, LISTED_UNRESOLVED),
      links: [...links.values()].slice(0, MOST_LINKS),
    };
  };
}

/** The passages below the headings that a reader named, and of documents that are read whole. @param seen gets them, too */
async function sectionHits(
  catalog: DocumentCatalog,
  leads: readonly Lead[],
  seen: Set<string>,
  maxReferences: number,
): Promise<ReferredHit[]> {
  const hits: ReferredHit[] = [];
  for (const lead of leads) {
    for (const { passage, locator, text } of await placesOf(catalog, lead)) {
      if (seen.has(passage.passageId) || hits.length >= maxReferences) continue;
      seen.add(passage.passageId);
      hits.push(toHit(passage, locator, { text, sentence: '', finding: { findingId: '' } }));
    }
  }
  return hits;
}

/** @returns with the words that led there */
async function placesOf(catalog: DocumentCatalog, lead: Lead) {
  if (lead.kind === 'whole') return (await wholeOf(catalog, lead)).map((place) => ({ ...place, text: '' }));
  if (lead.kind !== 'section') return [];
  const { locator, heading: text } = lead;
  return (await sectionOf(catalog, lead)).map((passage) => ({ passage, locator, text }));
}

async function namedReferences(
  corpus: ActivityDependencies['corpus'],
  corpusId: string,
  leads: readonly Lead[],
): Promise<FoundReference[]> {
  const named = leads.map(async (lead) => {
    if (lead.kind !== 'reference') return [];
    const stored = await readPassageIfPresent(corpus, corpusId, lead.passageId);
    if (stored === null) return [];
    const from = { locator: lead.locator, passage: stored.passage };
    const resolve = (catalog: DocumentCatalog) => referredBy(catalog, lead, from, stored.text);
    return [{ finding: lead, text: lead.text, sentence: '', isQuoted: false, resolve }];
  });
  return (await Promise.all(named)).flat();
}

async function referencesOf(
  corpus: ActivityDependencies['corpus'],
  corpusId: string,
  findings: readonly ReferringFinding[],
): Promise<FoundReference[]> {
  const references = await Promise.all(
    findings.map(async (finding) => {
      const stored = await readPassageIfPresent(corpus, corpusId, finding.passageId);
      return stored === null ? [] : referencesIn(finding, stored);
    }),
  );
  const inOrder = references.flat();
  return [...inOrder.filter(({ isQuoted }) => isQuoted), ...inOrder.filter(({ isQuoted }) => !isQuoted)];
}

function referencesIn(finding: ReferringFinding, stored: StoredPassage): FoundReference[] {
  const { passage, source, text } = stored;
  const sentences = splitSentences(text, source.language);
  const quotes = finding.quotes.map(({ start, end }) => ({ start: start - passage.start, end: end - passage.start }));
  return detectReferences(text).map((reference) => {
    const sentence = sentences.find((span) => overlaps(span, reference)) ?? reference;
    const isQuoted = quotes.some((quote) => overlaps(quote, sentence));
    const resolve = (catalog: DocumentCatalog) =>
      resolveReference(catalog, reference, { locator: finding.locator, passage });
    return { finding, text: reference.text, sentence: sentenceAround(text, sentence, reference), isQuoted, resolve };
  });
}

function overlaps(first: Pick<Span, 'start' | 'end'>, second: Pick<Span, 'start' | 'end'>): boolean {
  return first.start < second.end && second.start < first.end;
}

/** The sentence on one line; a very long one is cut to the part around the reference. */
function sentenceAround(text: string, { start, end }: Pick<Span, 'start' | 'end'>, reference: Reference): string {
  const middle = (reference.start + reference.end) / 2;
  const from = Math.max(start, Math.min(Math.floor(middle - LONGEST_SENTENCE / 2), end - LONGEST_SENTENCE));
  return text
    .slice(from, Math.min(end, from + LONGEST_SENTENCE))
    .replace(/\s+/gu, ' ')
    .trim();
}

function isOnWeb(target: Resolution): target is WebTarget {
  return typeof target !== 'string' && 'url' in target;
}

function toLink({ url }: WebTarget, { finding, text, sentence }: FoundReference): WebLink {
  return { url, text, sentence, findingId: finding.findingId };
}

/** An unresolved reference as the report lists it. */
function lineOf({ finding, text }: FoundReference, target: Resolution): string {
  const why = isOnWeb(target) ? ON_THE_WEB : '';
  return `${finding.locator}: ${text}${why}`;
}

function toHit(
  { passageId, page, start, end }: Passage,
  locator: string,
  {
    finding: { findingId },
    text,
    sentence,
  }: Pick<FoundReference, 'text' | 'sentence'> & {
    readonly finding: Pick<ReferringFinding, 'findingId'>;
  },
): ReferredHit {
  return { locator, passage: { passageId, page, start, end }, reference: { text, sentence, findingId } };
}

/** Reads a passage; null if its document was changed or removed since the search. */
async function readPassageIfPresent(
  corpus: Pick<PassageIndex, 'readPassages'>,
  corpusId: string,
  passageId: string,
): Promise<StoredPassage | null> {
  return (await corpus.readPassages(corpusId, [passageId])).get(passageId) ?? null;
}
