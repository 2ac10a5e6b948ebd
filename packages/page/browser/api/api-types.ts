import type { ConversationView } from '@plumbline/contracts/answers/conversation';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import type { PublicRun } from '@plumbline/contracts/report/run-view';
import type { Overview } from '../../answers/library.ts';
import type { Delivery, ListedRun } from '../../answers/runs.ts';

// All that the page knows of the server: types, which are gone before it is served.
export type { Briefing, CalendarSlot, ListedBriefing, WantedBriefing } from '../../answers/briefings.ts';
export type { ChangedConfiguration, Configuration, Outcome } from '../../answers/configuration.ts';
export type {
  DocumentAbout,
  DocumentNote,
  NoteChanges,
  Library,
  LibraryDocument,
  Overview,
  RunSetting,
  ServedSources,
  StoredDocument,
} from '../../answers/library.ts';
export type { ListedRun } from '../../answers/runs.ts';

/** `GET /api/engine`. */
export interface ServedEngine extends Pick<Overview, 'model'> {
  readonly isThere: boolean;
}

/** `GET …/events`. */
export type RunEvent =
  | { readonly kind: 'run'; readonly run: PublicRun }
  | { readonly kind: 'report'; readonly report: PartialReport }
  | { readonly kind: 'end' };

/** What became of a message to a run. */
export type Taken = Partial<Pick<Delivery, 'accepted'>>;

/** The part of `GET …/claims/{claim}/trace` that the page shows. */
export interface ClaimTrace {
  readonly isTraceable: boolean;
  readonly attributions: readonly ClaimAttribution[];
}

export interface ClaimAttribution {
  readonly number: number | null;
  readonly key: string;
  readonly taskText: string | null;
  readonly fault: string | null;
  readonly quote: Pick<Quote, 'start' | 'end' | 'reason'> | null;
  readonly finding: Finding | null;
  readonly stored: {
    readonly isFound: boolean;
    readonly isEqual: boolean;
    readonly layerWords: string | null;
  } | null;
}

/** `GET /api/sessions`. */
export interface ListedSession extends Pick<ListedRun, 'startedAt' | 'name' | 'isPinned'> {
  readonly sessionId: string;
  readonly title: string;
}

/** The part of `GET /api/sessions/{sessionId}` that the page shows. */
export type Session = Pick<ConversationView, 'sessionId' | 'turns' | 'thread' | 'answers' | 'leftOut' | 'pending'>;

/** A link by which others read a report. */
export interface ListedShare {
  readonly shareId: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface MadeShare extends ListedShare {
  /** With the token, which is told this once. */
  readonly path: string;
}

/** A file that the server made. */
export interface MadeFile {
  readonly name: string;
  readonly content: Blob;
}
