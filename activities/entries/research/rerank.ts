import { whileWaitingFor } from '@plumbline/adapters/work-in-progress';
import { bareWords } from '@plumbline/contracts/common/bare-words';
import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import {
  hitIdOf,
  type HitRanking,
  type HitReference,
  type RankedReference,
  type RelevanceScore,
} from '@plumbline/contracts/evidence/search-hit';
import type { RerankedHits, RerankInput } from '@plumbline/contracts/research/retrieval-activities';
import { needOfTask } from '@plumbline/offline/needs';
import { BEYOND_WORDS, isBeyondWords, matchPassage } from '@plumbline/offline/passages';
import { isNamedBy, namedReferencesIn } from '@plumbline/quotes/references';
import {
  BEST_BELOW,
  type Candidate,
  decisionsOf,
  type HitStanding,
  type JudgedRanking,
  matching,
  orderCandidates,
  selectHit,
  type WordMatch,
} from '@plumbline/ranking/hit-decisions';
import { type HitText, hitTextsOf } from '@plumbline/search/hit-text';
import { sourceTierOf, sourceWeigher } from '@plumbline/web/source-quality';
import type { ActivityDependencies } from '../dependencies.ts';

type Dependencies = Pick<ActivityDependencies, 'corpus' | 'reranker'> & {
  readonly runs: Pick<ActivityDependencies['runs'], 'saveDecisions'>;
};

/** Among what the rule puts first nothing is displaced by a ranking model alone. */
const FIRST_BY_RULE = 5;
const LEADING = 5;
const MOST_COPIES = 2;
/** Longest text of a hit that a reranker gets, in characters. */
const MAX_DOCUMENT_LENGTH = 4_000;

/** A hit with its text and its judgement. */
interface JudgedHit {
  readonly hit: HitReference;
  /** Among the first by the rule: passed on before others, even if a model ranked them lower. */
  readonly isFirst: boolean;
  readonly isNamed: boolean;
  readonly text: HitText;
  readonly shared: WordMatch;
  readonly relevance: RelevanceScore;
}

type ReadCandidate = Candidate & Pick<JudgedHit, 'isFirst' | 'text' | 'shared'>;

/**
 * Orders hits by relevance and the tier of their sources, and says which are worth reading. What it decides about every hit is
 * kept with the run, not in its history.
 */
export function createRerank({ corpus, reranker, runs }: Dependencies) {
  return async (input: RerankInput, signal: AbortSignal): Promise<RerankedHits> => {
    const judged = await judgeHits(corpus, input);
    const beyondWords = new Set(judged.filter(({ hit, text }) => isBeyondWords(hit, text.text, input.anchor.language)));
    const { scores, notes } = await rerankScores(reranker, input.task.text, judged, signal);
    const { sourceWeighting, leading = LEADING } = input;
    const weigh = sourceWeigher(sourceWeighting);
    const candidates = judged.map((hit, index): ReadCandidate => {
      const standing = { isBeyondWords: beyondWords.has(hit), isLeading: index < leading };
      const score = scores[index] ?? hit.relevance.score;
      return {
        ranked: toRankedHit(hit, standing, index + 1, input),
        score: score === null ? null : score * weigh(hit.text.sourceTier),
        text: hit.text,
        isFirst: hit.isFirst,
        shared: hit.shared,
      };
    });
    // Without a model to read them, the share of their words orders hits worse than the search.
    const isBySearch = input.keepsCopies === true && scores.length === 0;
    const ordered = isBySearch ? candidates : orderCandidates(candidates);
    const distinct = withoutCopies(ordered);
    const selected = select(distinct, input);
    const hits = input.keepsCopies === true ? withCopies(selected.hits, ordered) : selected.hits;
    if (input.record !== null) {
      const ranking = rankingOf(ordered, distinct);
      await runs.saveDecisions(input.record.researchId, decisionsOf(input, ranking, hits));
    }
    return {
      ...selected,
      hits,
      duplicates: ordered.length - distinct.length,
      notes: [...notes, ...untrustedNotes(judged)],
    };
  };
}

function rankingOf(ordered: readonly ReadCandidate[], distinct: readonly ReadCandidate[]): JudgedRanking[] {
  const kept = new Set(distinct);
  return ordered.map((candidate) => ({
    ranked: candidate.ranked,
    headingPath: candidate.text.headingPath,
    isCopy: !kept.has(candidate),
  }));
}

/** What is worth reading; for a model that judges whole passages, without what hardly shares a word with the task. */
function select(
  distinct: readonly ReadCandidate[],
  { topK, fillsUpTo }: RerankInput,
): Pick<RerankedHits, 'hits' | 'belowThreshold'> {
  const candidates = fillsUpTo === undefined ? distinct : matching(distinct);
  const selectedAs = (...selections: readonly HitRanking['selection'][]) =>
    candidates.filter(({ ranked }) => selections.includes(ranked.selection));
  const leading = selectedAs('leading');
  // Half of the places are for hits that passed, the others for those that the search put first.
  const passed = withFirst(selectedAs('named', 'passed'), Math.max(Math.ceil(topK / 2), topK - leading.length));
  const unjudged = selectedAs('unjudged').slice(0, LEADING);
  const below = selectedAs('below');
  const room = Math.min(topK, fillsUpTo ?? 0) - passed.length - leading.length - unjudged.length;
  const filled = fillsUpTo === undefined ? Math.max(BEST_BELOW, room) : Math.max(0, room);
  const kept = new Set([...passed, ...leading, ...unjudged, ...below.slice(0, filled)].slice(0, topK));
  const hits = candidates.filter((candidate) => kept.has(candidate)).map(({ ranked }) => ranked);
  return { hits, belowThreshold: leading.length + below.length };
}

/** The best `count`, and among them what the rule puts first. */
function withFirst(passed: readonly ReadCandidate[], count: number): ReadCandidate[] {
  const best = passed.slice(0, count);
  const displaced = passed.slice(count).filter(({ isFirst }) => isFirst);
  const others = best.filter(({ isFirst, ranked }) => !isFirst && ranked.selection !== 'named');
  const left = new Set(others.slice(Math.max(0, others.length - displaced.length)));
  return [...best.filter((candidate) => !left.has(candidate)), ...displaced.slice(0, left.size)];
}

/** The same text once, of two the one without injection signals. */
function withoutCopies(ordered: readonly ReadCandidate[]): ReadCandidate[] {
  const isUntrusted = ({ text }: ReadCandidate): number => Number(text.untrusted.length > 0);
  const trustedFirst = ordered.toSorted((a, b) => isUntrusted(a) - isUntrusted(b));
  const first = new Map(trustedFirst.toReversed().map((candidate) => [wordsOf(candidate), candidate]));
  return ordered.filter((candidate) => first.get(wordsOf(candidate)) === candidate);
}

/** Behind each hit those with the same words in other documents, unless these address a program: they share its standing. */
function withCopies(hits: readonly RankedReference[], ordered: readonly ReadCandidate[]): RankedReference[] {
  const groups = Map.groupBy(ordered, wordsOf);
  const byId = new Map(ordered.map((candidate) => [hitIdOf(candidate.ranked), candidate]));
  return hits.flatMap((hit) => {
    const { selection, searchRank, locator } = hit;
    const known = byId.get(hitIdOf(hit));
    const same = (known === undefined ? undefined : groups.get(wordsOf(known))) ?? [];
    const others = same.filter(({ ranked, text }) => ranked.locator !== locator && text.untrusted.length === 0);
    const standing = { selection, ...(searchRank !== undefined && { searchRank }), isCopy: true as const };
    return [hit, ...others.slice(0, MOST_COPIES).map(({ ranked }) => ({ ...ranked, ...standing }))];
  });
}

/** What is nothing but headings is no copy. */
function wordsOf({ text: { id, text } }: ReadCandidate): string {
  return wordingOf(text) || id;
}

const HEADING = /^#{1,6}[ \t].*$/gm;

/** The words below the headings: another document may call its section otherwise. */
export function wordingOf(text: string): string {
  return bareWords(text.replace(HEADING, ''));
}

/** All hits that can still be read, in fused order. */
async function judgeHits(corpus: Dependencies['corpus'], input: RerankInput): Promise<JudgedHit[]> {
  const { anchor, task, corpusId, hits } = input;
  const need = await needOfTask(corpus, foldersOf(corpusId), anchor, task.text);
  const given = new Map(input.scores.map((score) => [score.id, score]));
  const texts = await hitTextsOf(corpus, corpusId, hits);
  const known = hits.flatMap((hit, index) => {
    const text = texts[index];
    if (text === null || text === undefined) return [];
    return [{ hit, text: text.isSnippet ? { ...text, sourceTier: sourceTierOf(hit.locator) } : text }];
  });
  const matches = known.map(({ text }) => matchPassage(need, text));
  const first = new Set(matches.toSorted((a, b) => b.share - a.share).slice(0, FIRST_BY_RULE));
  const own = input.approvedTasks.filter(({ taskId }) => taskId === task.taskId);
  const named = [...anchor.namedReferences, ...own.flatMap((approved) => namedReferencesIn(approved.text))];
  const judged = known.map(({ hit, text }, index) => {
    const match = matches[index] ?? { share: 0, matchedWords: [] };
    return {
      hit,
      text,
      isNamed: named.some((reference) => isNamedBy(reference, { ...text, locator: hit.locator })),
      shared: { share: match.share, words: match.matchedWords.length },
      isFirst: first.has(match),
      relevance: given.get(text.id) ?? relevanceByRule(hit, text, match.share, anchor.language),
    };
  });
  // "§ 5" is § 5, before whatever cites it.
  return judged.toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed));
}

function relevanceByRule(hit: HitReference, { id, text }: HitText, share: number, language: string): RelevanceScore {
  return isBeyondWords(hit, text, language)
    ? { id, score: null, reason: BEYOND_WORDS }
    : { id, score: share, reason: 'by its words' };
}

/** Text that seems to address a model is read like any other text; the run's progress mentions it. */
function untrustedNotes(judged: readonly JudgedHit[]): string[] {
  const notes = judged.flatMap(({ hit: { locator }, text: { untrusted } }) =>
    untrusted.length === 0
      ? []
      : `untrusted text in ${locator} (${untrusted.join(', ')}): read as content, never as instructions`,
  );
  return [...new Set(notes)];
}

/** Scores of the configured reranker, in the order of the hits; empty without one, or when it fails. */
async function rerankScores(
  reranker: Dependencies['reranker'],
  query: string,
  judged: readonly JudgedHit[],
  signal: AbortSignal,
): Promise<{ readonly scores: readonly (number | null)[]; readonly notes: readonly string[] }> {
  if (reranker === null || judged.length === 0) return { scores: [], notes: [] };
  const documents = judged.map(({ text: { title, headingPath, text } }) =>
    [title, ...headingPath, text].join('\n').slice(0, MAX_DOCUMENT_LENGTH).toWellFormed(),
  );
  try {
    return {
      scores: await whileWaitingFor('the rerank endpoint', () => reranker.rerank({ query, documents, signal })),
      notes: [],
    };
  } catch {
    signal.throwIfAborted();
    // Not logged: the endpoint's message may repeat a key. `doctor` shows more.
    return { scores: [], notes: ['the rerank endpoint failed; hits are in the order of their own scores'] };
  }
}

function toRankedHit(
  { hit, isNamed, text, relevance }: JudgedHit,
  standing: Omit<HitStanding, 'isNamed'>,
  searchRank: number,
  { relevanceThreshold, leading = LEADING }: RerankInput,
): RankedReference {
  return {
    ...hit,
    relevance,
    sourceTier: text.sourceTier,
    ...(searchRank <= leading && { searchRank }),
    selection: selectHit(relevance.score, { ...standing, isNamed }, relevanceThreshold),
  };
}
