import { setImmediate } from 'node:timers/promises';
import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import type { PassageHit } from '@plumbline/contracts/evidence/search-hit';
import type { ReadPage, ReadPageInput } from '@plumbline/contracts/research/retrieval-activities';
import { needOfTask } from '@plumbline/offline/needs';
import { matchPassage, readableOf } from '@plumbline/offline/passages';
import type { StoredPassage } from '@plumbline/search/corpus-index';
import { snippetOf } from '@plumbline/search/hit-text';
import { placeInIndex } from '@plumbline/search/passages';
import type { ActivityDependencies } from '../dependencies.ts';
import { wordingOf } from './rerank.ts';

/** Per page; if a page says more about a task, other queries find the rest. */
const BEST_PASSAGES = { excerpts: 3, passages: 8 };
/** Beyond the first few, a passage has at least this share of the best one's relevance: a page that only mentions the subject has few. */
const SHARE_OF_BEST = 0.65;

const BATCH = 100;

/** Fetches a page, or takes it from the run's own store, and finds its best passages for the task. */
export function createReadPage({ pages, corpus }: Pick<ActivityDependencies, 'pages' | 'corpus'>) {
  return async (input: ReadPageInput, signal: AbortSignal): Promise<ReadPage> => {
    const { anchor, task, corpusId, webCorpusId, hit, domainBlock, metering } = input;
    const reading = await pages.read({ url: hit.locator, webCorpusId, domainBlock, metering, signal });
    if (reading.kind === 'refused') return { hits: [], problem: reading.reason };
    const unread = reading.passages[0]?.source.unread;

    // Runs after the page joined the corpus, so that its words are weighted like all others.
    const need = await needOfTask(corpus, foldersOf(corpusId), anchor, task.text);
    const rated = await mostMatching(reading.passages, need);
    const least = SHARE_OF_BEST * (rated[0]?.share ?? 0);
    const fitting = rated
      .filter(({ matchedWords }) => matchedWords.length > 0)
      .filter(({ share }, index) => index < BEST_PASSAGES.excerpts || share >= least)
      .map(({ stored }) => stored);
    const most = BEST_PASSAGES[input.reading ?? 'excerpts'];
    const best = fitting.length > 0 ? takeDistinct(fitting, most) : reading.passages.slice(0, 1);
    return { hits: best.map((stored) => toHit(stored, input)), problem: null, ...(unread !== undefined && { unread }) };
  };
}

/**
 * The passages by the share of the wanted words that they have; ties keep the page's order. Works in small steps: a long document
 * must not delay heartbeats.
 */
async function mostMatching(passages: readonly StoredPassage[], need: Parameters<typeof matchPassage>[0]) {
  const rated: ({ readonly stored: StoredPassage } & ReturnType<typeof matchPassage>)[] = [];
  for (const stored of passages) {
    rated.push({ stored, ...matchPassage(need, readableOf(stored)) });
    if (rated.length % BATCH === 0) await setImmediate();
  }
  return rated.sort((a, b) => b.share - a.share);
}

/** The first `count` passages, the same text once. */
function takeDistinct(ordered: readonly StoredPassage[], count: number): StoredPassage[] {
  const distinct = new Map<string, StoredPassage>();
  for (const stored of ordered) {
    const words = wordingOf(stored.text);
    if (!distinct.has(words)) distinct.set(words, stored);
  }
  return [...distinct.values()].slice(0, count);
}

function toHit({ passage, source, text }: StoredPassage, { hit }: ReadPageInput): PassageHit {
  const { title, locator, publishedAt } = source;
  const said = { title, locator, snippet: snippetOf(text), publishedAt: publishedAt ?? hit.publishedAt };
  return { ...hit, ...said, passage: placeInIndex(passage) };
}
