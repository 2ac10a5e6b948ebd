import type { AlignmentMode } from '../workflows/contracts/alignment.ts';
import type { IssueTrackers } from './briefings/issues/issue-tracker.ts';
import type { BriefingCopies } from './briefings/publishing/briefing-copies.ts';
import type { Catalogues } from './catalogue/catalogues.ts';
import type { AnswerCache } from './conversations/answer-cache.ts';
import type { AnswerStream } from './conversations/answer-stream.ts';
import type { ConversationStore } from './conversations/conversation-store.ts';
import type { Embedder } from './embedding/embedder.ts';
import type { CorpusIndex } from './index/corpus-index.ts';
import type { Memory } from './memory/memory.ts';
import type { CallStore } from './metering/call-store.ts';
import type { PaidCalls } from './metering/paid-calls.ts';
import type { Reasoner } from './reasoning/engine/reasoner.ts';
import type { ToolModel } from './reasoning/engine/tool-model.ts';
import type { Reranker } from './reranking/reranker.ts';
import type { BlobStore } from './storage/blob-store.ts';
import type { RunStore } from './storage/file-run-store.ts';
import type { PageLibrary } from './web-pages/page-library.ts';
import type { SearchProviders } from './web-search/search-provider.ts';

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
  readonly alignment: AlignmentMode;
  readonly memory: Memory;
  /** Null: no model is configured. */
  readonly toolModel: ToolModel | null;
  /** Temporal's address, `host:port`, for commands shown to users. */
  readonly temporalAddress: () => Promise<string>;
  /** Null: no rerank endpoint is configured. */
  readonly reranker: Reranker | null;
  /** Null: no embedding model is configured. */
  readonly embedder: Embedder | null;
}
