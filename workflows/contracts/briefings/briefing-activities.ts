import type { FileSelection } from '../common/file-selection.ts';
import type { Claim } from '../evidence/claim.ts';
import type { Finding } from '../evidence/finding.ts';
import type { QueryAnchor } from '../evidence/query-anchor.ts';
import type { SearchHit } from '../evidence/search-hit.ts';
import type { SourceTier } from '../evidence/source.ts';
import type { Reasoned, ReasoningInput } from '../research/accounting.ts';
import type { BriefingCanon, ContextDocument, ListedSource } from './briefing-canon.ts';
import type { BriefingDiagnostic, FiledIssue, OpenIssue, WantedIssue } from './briefing-issues.ts';
import type { BriefingClaim, BriefingItem, ItemRelation, LiveQuery } from './briefing-items.ts';
import type { BriefingRecord, DocumentsOnTheme, Interaction } from './briefing-record.ts';
import type { BriefingSettings, IssueTrackerSettings } from './briefing-settings.ts';
import type { BriefingKind, BriefingSlot } from './briefing-slot.ts';
import type { ConvictionEntry, Theme } from './briefing-state.ts';

/** What a briefing workflow is started with. */
export interface BriefingInput {
  /** Absolute path. */
  readonly folder: string;
  readonly kind: BriefingKind;
  /** Nominal time of the slot, ISO 8601. */
  readonly time: string;
  /** IANA name. */
  readonly timezone: string;
  /** The slot is past: its output is stored next to the original, and nothing else is written. */
  readonly isBackfill: boolean;
  /** Only these themes; null: all active ones. */
  readonly themeIds: readonly string[] | null;
}

/** What a briefing workflow ends with. */
export interface BriefingOutcome {
  /** `repeated`: the slot had been written, and nothing was done. */
  readonly status: 'published' | 'halted' | 'repeated';
  readonly slotId: string;
  /** Relative to the folder; null where nothing was written. */
  readonly outputPath: string | null;
  /** Why it was halted; empty otherwise. */
  readonly reason: string;
  readonly diagnostics: readonly BriefingDiagnostic[];
  readonly issues: readonly FiledIssue[];
}

export interface OpenBriefingInput {
  readonly folder: string;
  readonly slot: BriefingSlot;
  readonly isBackfill: boolean;
}

/** The state that a run rests on, loaded in this order. */
export interface BriefingState {
  /** All themes of the file, also those that are not active. */
  readonly themes: readonly Theme[];
  /** Markdown; null: missing. */
  readonly continuity: string | null;
  /** The last 14 days; null: missing. */
  readonly convictionLog: readonly ConvictionEntry[] | null;
  /** The newest output before the slot, ignoring on-demand ones, or null. */
  readonly previous: BriefingRecord | null;
  /** Of passages of documents that are no news: what the previous output read, for a weekly what was read a week ago. */
  readonly readPassages: readonly string[];
  /** Of weekly runs: evidence of claims that outputs of the last 7 days marked contradicted or withdrawn. */
  readonly weekFindings: readonly Finding[];
  /** Outputs of the last 7 days before the slot but those on demand, oldest first, without what only people read. */
  readonly recent: readonly RecentOutput[];
  /** What is missing or strange, for the header. */
  readonly notes: readonly string[];
  /** Slots since the newest output that nothing ran, ISO 8601. */
  readonly missedSlots: readonly string[];
  /** Parts, in the order in which they were loaded: `active-themes`, `continuity`, `conviction-log`, `previous-output`. */
  readonly loaded: readonly string[];
}

/** What later runs need of an output. */
export type RecentOutput = Pick<BriefingRecord, 'slot' | 'corrections' | 'signals'> & {
  readonly claims: readonly BriefingClaim[];
  /** Addresses of all results that could be judged: a page has one verdict for good. */
  readonly locators: readonly string[];
};

export type OpenedBriefing =
  | {
      readonly status: 'open';
      readonly settings: BriefingSettings;
      readonly state: BriefingState;
      /** Of a backfill: those that were open then; null: ask the tracker. */
      readonly openIssues: readonly OpenIssue[] | null;
      /** Who is told of the end; absent: no recipient is configured. */
      readonly recipients?: readonly string[];
    }
  | { readonly status: 'repeated'; readonly outputPath: string }
  | {
      readonly status: 'halted';
      readonly settings: BriefingSettings;
      readonly reason: string;
      readonly recipients?: readonly string[];
    };

export interface ReadCanonInput {
  readonly folder: string;
  readonly slot: BriefingSlot;
  readonly isBackfill: boolean;
  readonly themes: readonly Theme[];
  readonly highConviction: number;
  /** Days whose daily output is read, because a reversal is suspected. */
  readonly days: readonly string[];
}

/** The corpus by its priorities. */
export interface ReadCanon {
  readonly canon: BriefingCanon;
  /** Of active themes of high conviction. */
  readonly themeBriefs: readonly (ContextDocument & { readonly themeId: string })[];
  /** The last three; of weekly runs. */
  readonly weeklies: readonly ContextDocument[];
  readonly dailies: readonly ContextDocument[];
  /** Folders to index: the outputs, and the folders of the settings, absolute. */
  readonly corpusDirectories: readonly string[];
  readonly fileSelections?: readonly FileSelection[];
}

export interface ReadDocumentsInput {
  /** Of the briefing's own documents, without its outputs. */
  readonly corpusId: string;
  readonly slot: BriefingSlot;
  readonly language: string;
  readonly themes: readonly Theme[];
  /** `wordsIds` of what earlier outputs read. */
  readonly known: readonly string[];
  /** ISO date: what documents since then say outside the themes is read as well; null: it is not. */
  readonly since: string | null;
}

/** What the documents say of one theme. */
export interface ThemeDocuments {
  /** `OUTSIDE_THEMES` for what is new outside of them. */
  readonly themeId: string;
  readonly said: DocumentsOnTheme;
  /** Evidence of the passages that are shown. */
  readonly findings: readonly Finding[];
  /** Of all passages that concern the theme. */
  readonly wordsIds: readonly string[];
}

export interface ReadDocuments {
  readonly documents: number;
  /** Those that neither their text nor their path dates: paths, the first few in the order of their names. */
  readonly undated: { readonly count: number; readonly first: readonly string[] };
  readonly themes: readonly ThemeDocuments[];
  readonly elsewhere: (ThemeDocuments & { readonly unread: number }) | null;
}

/** In the place of a theme's id; no id looks like it. */
export const OUTSIDE_THEMES = '*';

export interface GradeResultsInput {
  readonly sources: readonly ListedSource[];
  readonly hits: readonly SearchHit[];
}

/** Standing of a hit's source. */
export interface GradedResult {
  readonly locator: string;
  /** By SOURCES.md, else by the house's list; null: neither lists it. Hosts of user-generated content are tier 3. */
  readonly tier: SourceTier | null;
  readonly outlet: string;
}

export interface JudgeFindingsInput extends ReasoningInput {
  readonly queries: readonly LiveQuery[];
  readonly findings: readonly (JudgedSource & { readonly finding: Finding })[];
  readonly themes: readonly Theme[];
  readonly earlierClaims: readonly BriefingClaim[];
  /** Items of this run that were judged before, to compare with. */
  readonly earlierItems: readonly BriefingItem[];
  readonly language: string;
}

interface JudgedSource {
  readonly queryId: string;
  readonly tier: SourceTier | null;
  readonly outlet: string;
  /** ISO 8601. */
  readonly publishedAt: string;
}

export interface JudgedFindings {
  readonly items: readonly BriefingItem[];
  /** Among the new items, and between new items and earlier items and claims. */
  readonly relations: readonly ItemRelation[];
  /** Findings that make no item, with the reason. */
  readonly rejected: readonly { readonly findingId: string; readonly reason: string }[];
}

/** What a theme's part is written from; everything that is cited was kept by the assembly. */
export interface ComposedTheme {
  readonly theme: Pick<Theme, 'id' | 'title' | 'actors'>;
  readonly delta: string;
  readonly claims: readonly BriefingClaim[];
  /** What the briefing's documents say; null: it has none. */
  readonly said: DocumentsOnTheme | null;
}

export interface ComposeBriefingInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  /** ISO date of the last output; null: this is the first. */
  readonly since: string | null;
  readonly methodology: readonly string[];
  /** State, briefs and cross-theme passages, as Markdown: context, no evidence. */
  readonly background: readonly { readonly heading: string; readonly text: string }[];
  readonly themes: readonly ComposedTheme[];
  readonly interactions: readonly Interaction[];
  readonly findings: readonly Finding[];
}

export interface ComposedBriefing {
  readonly themes: readonly {
    readonly themeId: string;
    /** Empty: the claims speak for themselves. */
    readonly summary: readonly Claim[];
    /** Further questions for tomorrow; empty by rule. */
    readonly focus: readonly string[];
    /** Keys of passages of the theme that its reader would strike; empty by rule. */
    readonly beside: readonly string[];
  }[];
}

export interface FileIssuesInput {
  readonly folder: string;
  readonly tracker: IssueTrackerSettings;
  readonly briefing: string;
  readonly wanted: readonly WantedIssue[];
  /** Keys of open issues whose condition is gone. */
  readonly closed: readonly { readonly key: string; readonly reason: string }[];
}

export interface PublishBriefingInput {
  readonly folder: string;
  readonly record: BriefingRecord;
  /** As they are after the run; empty in a backfill, which writes no state. */
  readonly themes: readonly Theme[];
  readonly convictionEntries: readonly ConvictionEntry[];
}

export interface PublishedBriefing {
  /** Relative to the folder. */
  readonly outputPath: string;
  readonly recordPath: string;
  readonly changedThemes: readonly string[];
}

/** Side effects specific to briefings; they share the others with research. */
export interface BriefingActivities {
  /** Layer 1: loads the state, takes its snapshot, or says why there is nothing to do. */
  openBriefing(input: OpenBriefingInput): Promise<OpenedBriefing>;
  listIssues(input: Pick<FileIssuesInput, 'folder' | 'tracker' | 'briefing'>): Promise<readonly OpenIssue[]>;
  /** Layer 2: the canonical documents, then what goes with them. */
  readCanon(input: ReadCanonInput): Promise<ReadCanon>;
  readDocuments(input: ReadDocumentsInput): Promise<ReadDocuments>;
  gradeResults(input: GradeResultsInput): Promise<readonly GradedResult[]>;
  judgeFindings(input: JudgeFindingsInput): Promise<Reasoned<JudgedFindings>>;
  composeBriefing(input: ComposeBriefingInput): Promise<Reasoned<ComposedBriefing>>;
  /** Opens, updates and closes issues; each key is open at most once, also after a kill. */
  fileIssues(input: FileIssuesInput): Promise<readonly FiledIssue[]>;
  /** Writes the output, its record and the state; writing a slot again changes nothing. */
  publishBriefing(input: PublishBriefingInput): Promise<PublishedBriefing>;
}
