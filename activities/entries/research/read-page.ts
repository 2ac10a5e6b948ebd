import { setImmediate } from 'node:timers/promises';
import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import type { PassageHit } from '@plumbline/contracts/evidence/search-hit';
import type { ReadPage, ReadPageInput } from '@plumbline/contracts/research/retrieval-activities';
import { isNearDuplicate } from '@plumbline/language/copies';
import { coverage, createTermMatcher } from '@plumbline/language/term-matching';
import { needOfTask } from '@plumbline/offline/needs';
import { passageRelevance } from '@plumbline/offline/relevance';
import type { InformationNeed } from '@plumbline/offline/statements';
import type { StoredPassage } from '@plumbline/search/corpus-index';
import { snippetOf } from '@plumbline/search/hit-text';
import { placeInIndex } from '@plumbline/search/passages';
import type { ActivityDependencies } from '../dependencies.ts';

/** Per page; if a page says more about a task, other queries find the rest. */
const BEST_PASSAGES = { excerpts: 3, passages: 8 };
/** Beyond the first few, a passage has at least this share of the best one's relevance: a page that only mentions the subject has few. */
const SHARE_OF_BEST = 0.65;

/** Passages that are read closely, at some milliseconds each; a book has a thousand. */
const MAX_CANDIDATES = 40;
const BATCH = 100;

/** Fetches a page, or takes it from the run's own store, and finds its best passages for the task. */
export function createReadPage({ pages, corpus }: Pick<ActivityDependencies, 'pages' | 'corpus'>) {
  return async (input: ReadPageInput, signal: AbortSignal): Promise<ReadPage> => {
    const { anchor, task, corpusId, webCorpusId, hit, domainBlock, metering } = input;
    const named = hit.provider === 'reference' ? {} : { named: hit };
    const reading = await pages.read({ url: hit.locator, ...named, webCorpusId, domainBlock, metering, signal });
    if (reading.kind === 'refused') return { hits: [], problem: reading.reason };
    const unread = reading.passages[0]?.source.unread;

    // Runs after the page joined the corpus, so that its words are weighted like all others.
    const need = await needOfTask(corpus, foldersOf(corpusId), anchor, task.text);
    const candidates = await mostCovering(reading.passages, need);
    const rated = candidates
      .map((stored) => ({ stored, ...passageRelevance(need, readableOf(stored, hit.rank)) }))
      .sort((a, b) => b.relevance - a.relevance);
    const least = SHARE_OF_BEST * (rated[0]?.relevance ?? 0);
    const fitting = rated
      .filter(({ matchedWords }) => matchedWords.length > 0)
      .filter(({ relevance }, index) => index < BEST_PASSAGES.excerpts || relevance >= least)
      .map(({ stored }) => stored);
    const most = BEST_PASSAGES[input.reading ?? 'excerpts'];
    const best = fitting.length > 0 ? takeDistinct(fitting, most, anchor.language) : reading.passages.slice(0, 1);
    return { hits: best.map((stored) => toHit(stored, input)), problem: null, ...(unread !== undefined && { unread }) };
  };
}

/**
 * The passages with the most wanted words; ties keep the page's order. Works in small steps: a long document must not
 * delay heartbeats.
 */
async function mostCovering(passages: readonly StoredPassage[], { terms }: InformationNeed): Promise<StoredPassage[]> {
  const match = createTermMatcher(terms, passages[0]?.source.language ?? 'und');
  const rated: { readonly stored: StoredPassage; readonly covered: number }[] = [];
  for (const stored of passages) {
    const words = [stored.source.title, ...stored.passage.headingPath, stored.text].join('\n');
    rated.push({ stored, covered: coverage(terms, match(words)) });
    if (rated.length % BATCH === 0) await setImmediate();
  }
  rated.sort((a, b) => b.covered - a.covered);
  return rated.slice(0, MAX_CANDIDATES).map(({ stored }) => stored);
}

function readableOf({ passage, source, text }: StoredPassage, rank: number) {
  const { title, language } = source;
  return { title, headingPath: passage.headingPath, text, language, rank };
}

/** The best `count` passages, without near-duplicates of a better one. */
function takeDistinct(ordered: readonly StoredPassage[], count: number, language: string): StoredPassage[] {
  const kept: StoredPassage[] = [];
  for (const candidate of ordered) {
    if (kept.length === count) break;
    if (!kept.some(({ text }) => isNearDuplicate(text, candidate.text, language))) kept.push(candidate);
  }
  return kept;
}

function toHit({ passage, source, text }: StoredPassage, { hit }: ReadPageInput): PassageHit {
  const { title, locator, publishedAt } = source;
  const said = { title, locator, snippet: snippetOf(text), publishedAt: publishedAt ?? hit.publishedAt };
  return { ...hit, ...said, passage: placeInIndex(passage) };
}
