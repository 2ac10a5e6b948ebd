import type { Catalogues } from '@plumbline/catalogue/catalogues';
import type { CallStore, PaidCalls } from '@plumbline/model/calls';
import type { Reasoner } from '@plumbline/model/reasoner';
import type { Reranker } from '@plumbline/ranking/http-reranker';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import type { Embedder } from '@plumbline/search/embedder';
import type { BlobStore } from '@plumbline/storage/blobs';
import type { RunStore } from '@plumbline/storage/runs';
import type { IssueTrackers } from '@plumbline/trackers/issue-tracker';
import type { PageLibrary } from '@plumbline/web/page-library';
import type { SearchProviders } from '@plumbline/web/search';
import type { BriefingCopies } from '../briefings/writing/briefing-copies.ts';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import type { AnswerCache } from '../conversations/sql-answer-cache.ts';
import type { AnswerStream } from '../conversations/sql-answer-stream.ts';
import type { Memory } from '../memory/memory.ts';
import type { Notices } from '../notices/notices.ts';

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
