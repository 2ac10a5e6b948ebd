import type { IssueTrackers } from '../briefings/issues/issue-tracker.ts';
import type { BriefingCopies } from '../briefings/writing/briefing-copies.ts';
import type { Catalogues } from '../catalogue/catalogues.ts';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import type { AnswerCache } from '../conversations/sql-answer-cache.ts';
import type { AnswerStream } from '../conversations/sql-answer-stream.ts';
import type { Reranker } from '../corpus/ranking/http-reranker.ts';
import type { CorpusIndex } from '../corpus/search-index/corpus-index.ts';
import type { Embedder } from '../corpus/search-index/embedder.ts';
import type { PageLibrary } from '../corpus/web-pages/page-library-on-sqlite.ts';
import type { SearchProviders } from '../corpus/web-search/search-provider.ts';
import type { Memory } from '../memory/memory.ts';
import type { Reasoner } from '../model/engine/reasoner.ts';
import type { CallStore } from '../model/metering/call-store.ts';
import type { PaidCalls } from '../model/metering/paid-calls.ts';
import type { Notices } from '../platform/notices.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';
import type { RunStore } from '../platform/storage/run-store.ts';

/** Collaborators of the activities; the worker assembles them. */
export interface ActivityDependencies {
  readonly corpus: CorpusIndex;
  readonly blobs: BlobStore;
  readonly runs: RunStore;
  readonly copies: BriefingCopies;
  readonly conversations: ConversationStore;
  readonly reasoner: Reasoner;
  readonly providers: SearchProviders;
  readonly pages: PageLibrary;
  readonly catalogues: Catalogues;
  readonly issueTrackers: IssueTrackers;
  readonly paidCalls: PaidCalls;
  readonly calls: CallStore;
  readonly answerCache: AnswerCache;
  readonly answerStream: AnswerStream;
  /** Share of the answers that are copied to the review folder. */
  readonly reviewRate: number;
  readonly memory: Memory;
  /** Null: no recipient is configured. */
  readonly notices: Notices | null;
  /** Temporal's address, `host:port`, for commands shown to users. */
  readonly temporalAddress: () => Promise<string>;
  /** Null: no rerank endpoint is configured. */
  readonly reranker: Reranker | null;
  /** Null: no embedding model is configured. */
  readonly embedder: Embedder | null;
}
