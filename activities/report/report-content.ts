import type { Ledger } from '../../workflows/contracts/common/metering.ts';
import type { WebProvider } from '../../workflows/contracts/common/web-search.ts';
import type { AlignmentReview } from '../../workflows/contracts/evidence/alignment.ts';
import type { SkippedFile } from '../../workflows/contracts/evidence/corpus.ts';
import type { Drift } from '../../workflows/contracts/evidence/drift.ts';
import type { Finding, Source } from '../../workflows/contracts/evidence/evidence.ts';
import type { QueryAnchor } from '../../workflows/contracts/evidence/query-anchor.ts';
import type { RegisteredSource, ShownSources } from '../../workflows/contracts/evidence/source-registry.ts';
import type { ReportDraft, ReportQuality, TranslatedPhrases } from '../../workflows/contracts/report/report.ts';
import type {
  Degradation,
  Engine,
  Gap,
  RetrievalTelemetry,
  Usage,
} from '../../workflows/contracts/research/accounting.ts';
import type { Exchange } from '../../workflows/contracts/research/clarification.ts';
import type { Diagnostic } from '../../workflows/contracts/research/diagnostic.ts';
import type { ForkOrigin } from '../../workflows/contracts/research/fork.ts';
import type { SteeringStep } from '../../workflows/contracts/research/steering.ts';
import type { CitationStyle } from '../../workflows/contracts/settings/report-settings.ts';
import type { QuotedUnits } from '../corpus/quotes/quoted-units.ts';

/** Everything that a report shows. Equal content always renders to equal text. */
export interface ReportContent {
  readonly anchor: QueryAnchor;
  readonly conversation: readonly Exchange[];
  readonly draft: ReportDraft;
  readonly citationStyle: CitationStyle;
  readonly shownSources: ShownSources;
  readonly findings: readonly Finding[];
  readonly registered: readonly RegisteredSource[];
  readonly units: QuotedUnits;
  readonly sources: readonly Source[];
  readonly gaps: readonly Gap[];
  readonly filesIndexed: number;
  /** Web providers that were asked. */
  readonly providers: readonly WebProvider[];
  readonly skippedFiles: readonly SkippedFile[];
  /** Number of all skipped files; `skippedFiles` may hold only the first. */
  readonly filesSkipped: number;
  readonly engine: Engine;
  /** Requests to a model, counted if none brought a usable answer. */
  readonly uselessRequests: number;
  readonly tasks: number;
  readonly usage: Usage;
  readonly degradations: readonly Degradation[];
  readonly diagnostics: readonly Diagnostic[];
  /** Null: nothing was validated. */
  readonly drift: Drift | null;
  readonly references: RetrievalTelemetry['references'];
  readonly retrieval: Pick<RetrievalTelemetry, 'counts' | 'providerErrors'>;
  readonly quality: ReportQuality;
  /** Null: there was no review. */
  readonly alignment: AlignmentReview | null;
  /** Null if nothing was spent. */
  readonly ledger: Ledger | null;
  readonly steering: readonly SteeringStep[];
  /** Null: the run began with its question. */
  readonly forkedFrom: ForkOrigin | null;
  /** The fixed words of the report; null: those of the project. */
  readonly phrases: TranslatedPhrases | null;
}
