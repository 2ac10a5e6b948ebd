import type { Degradation, Engine, Gap, RetrievalTelemetry, Usage } from '../../workflows/contracts/accounting.ts';
import type { AlignmentReview } from '../../workflows/contracts/alignment.ts';
import type { Exchange } from '../../workflows/contracts/clarification.ts';
import type { SkippedFile } from '../../workflows/contracts/corpus.ts';
import type { Diagnostic } from '../../workflows/contracts/diagnostic.ts';
import type { Drift } from '../../workflows/contracts/drift.ts';
import type { Finding, Source } from '../../workflows/contracts/evidence.ts';
import type { ForkOrigin } from '../../workflows/contracts/fork.ts';
import type { Ledger } from '../../workflows/contracts/metering.ts';
import type { QueryAnchor } from '../../workflows/contracts/query-anchor.ts';
import type { CitationStyle } from '../../workflows/contracts/report-settings.ts';
import type { ReportDraft, ReportQuality } from '../../workflows/contracts/report.ts';
import type { RegisteredSource, ShownSources } from '../../workflows/contracts/source-registry.ts';
import type { SteeringStep } from '../../workflows/contracts/steering.ts';
import type { TranslatedPhrases } from '../../workflows/contracts/translated-phrases.ts';
import type { WebProvider } from '../../workflows/contracts/web-search.ts';
import type { QuotedUnits } from '../citations/quoted-units.ts';

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
