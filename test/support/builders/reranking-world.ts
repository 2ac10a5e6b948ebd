import { hitIdOf, type RelevanceScore, type SearchHit } from '@plumbline/contracts/evidence/search-hit';
import type { RerankedHits, RerankInput } from '@plumbline/contracts/research/retrieval-activities';
import type { TaskDecisions } from '@plumbline/contracts/research/task-decisions';
import type { Reranker } from '@plumbline/ranking/http-reranker';
import { createRerank } from '../../../activities/entries/research/rerank.ts';
import { writeFiles } from './corpus-fixtures.ts';
import { anchorOf } from './research-fixtures.ts';
import { createTestCorpus } from './test-corpus.ts';

const OIL = 'The keeper fills the harbour lamp with rapeseed oil every evening before the tide comes in.';
const FILES = {
  'lamp.md': '# Harbour lamp\n\nThe harbour lamp burns for nine hours on one filling of rapeseed oil.\n',
  'oil.md': `# Oil\n\n${OIL}\n`,
  'oil-copy.md': `# Old oil\n\n${OIL}\n`,
  'wick.md': '# Wick\n\n## § 7 Trimming\n\nA trimmed wick adds one hour to the burning time of the harbour lamp.\n',
  'tide.md': '# Tide\n\nThe tide rises twice a day and floods the harbour and its lower quay for three hours.\n',
};

/** Five hits of an indexed folder, to be reranked. */
export interface RerankingWorld {
  /** In the order of the file names: lamp, oil-copy, oil, tide, wick. */
  readonly hits: readonly SearchHit[];
  /** Decisions that were kept, the oldest first. */
  readonly saved: readonly TaskDecisions[];
  readonly rerank: (changes?: Partial<RerankInput>, reranker?: Reranker | null) => Promise<RerankedHits>;
  dispose(): Promise<void>;
}

export async function createRerankingWorld(): Promise<RerankingWorld> {
  const corpus = await createTestCorpus();
  await writeFiles(corpus.folder, FILES);
  const { corpusId } = await corpus.update();
  const found = await corpus.index.search({ corpusId, query: 'harbour lamp oil tide wick', language: 'en', topK: 9 });
  const hits = [...found.hits].sort((a, b) => (a.locator < b.locator ? -1 : 1));
  const saved: TaskDecisions[] = [];
  return {
    hits,
    saved,
    rerank(changes = {}, reranker = null) {
      const input: RerankInput = {
        record: null,
        anchor: anchorOf(),
        task: { taskId: 't1', text: 'How long does the harbour lamp burn?', rationale: '' },
        corpusId,
        hits,
        scores: scoresOf(hits, [0.9, 0.9, 0.9, 0.9, 0.9]),
        topK: 10,
        relevanceThreshold: 0.7,
        sourceWeighting: 'high',
        approvedTasks: [],
        ...changes,
      };
      const runs = { saveDecisions: async (_: string, decisions: TaskDecisions) => void saved.push(decisions) };
      return createRerank({ corpus: corpus.index, reranker, runs })(input, new AbortController().signal);
    },
    dispose: () => corpus.dispose(),
  };
}

/** A page of the web, known by its snippet only. */
export const pageHitOf = (locator: string, snippet: string): SearchHit => ({
  provider: 'searxng',
  query: 'lamp',
  rank: 1,
  providerScore: 1,
  title: 'A page',
  locator,
  snippet,
  passage: null,
  publishedAt: null,
});

export const scoresOf = (given: readonly SearchHit[], scores: readonly (number | null)[]): RelevanceScore[] =>
  given.map((hit, index) => ({ id: hitIdOf(hit), score: scores[index] ?? null, reason: 'said' }));

export const locatorsOf = ({ hits }: { readonly hits: readonly Pick<SearchHit, 'locator'>[] }): string[] =>
  hits.map(({ locator }) => locator);
