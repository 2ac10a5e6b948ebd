import { z } from 'zod';
import { claimSchema } from '../evidence/claim.ts';
import { findingSchema } from '../evidence/finding.ts';
import { verificationSchema } from '../report/report.ts';
import { engineSchema, usageSchema } from '../research/accounting.ts';
import { briefingDiagnosticSchema, filedIssueSchema, openIssueSchema, wantedIssueSchema } from './briefing-issues.ts';
import { briefingClaimSchema, briefingItemSchema, liveQuerySchema, liveResultSchema } from './briefing-items.ts';
import { slugSchema } from './briefing-settings.ts';
import { briefingSlotSchema } from './briefing-slot.ts';
import { themeStatusSchema, watchpointSchema } from './briefing-state.ts';

/** `stale`: all that is confirmed is older than 48 hours. */
export const deltaSchema = z.enum(['new', 'changed', 'reversed', 'ongoing', 'stale']);
export type Delta = z.infer<typeof deltaSchema>;

/** What the briefing's documents say of a theme. */
export const documentsOnThemeSchema = z.object({
  query: z.string(),
  /** The newest of those that no earlier output read, each heading once before any twice. */
  passages: z.array(
    z.object({
      /** A whole paragraph, list entry or table row. */
      text: z.string(),
      /** The headings above it. */
      place: z.string(),
      /** By its heading, else its document; null: undated. */
      day: z.iso.date().nullable(),
      citations: z.array(z.string()),
      /** A model says that who follows the theme would strike it: it is not shown. */
      isBeside: z.literal(true).optional(),
    }),
  ),
  /** How many no earlier output read, and how many one did. */
  fresh: z.int(),
  known: z.int(),
});
export type DocumentsOnTheme = z.infer<typeof documentsOnThemeSchema>;

/** What the briefing's documents say outside its themes. */
export const elsewhereSchema = z.object({
  /** What a model wrote about it, verified; empty without a model. */
  summary: z.array(claimSchema),
  documents: documentsOnThemeSchema,
  /** How many documents were not looked at because there were too many. */
  unread: z.int(),
});

/** One theme of an output. */
export const themeOutputSchema = z.object({
  themeId: slugSchema,
  title: z.string(),
  status: themeStatusSchema,
  conviction: z.int(),
  delta: deltaSchema,
  /** What a model wrote about the delta, verified; empty without a model. */
  summary: z.array(claimSchema),
  claims: z.array(briefingClaimSchema),
  /** Null: the briefing has no documents. */
  documents: documentsOnThemeSchema.nullable(),
  /** For people: "fewer than two confirmed items". */
  caveats: z.array(z.string()),
  /** What the next run asks. */
  focus: z.array(z.string()),
  /** Entries of `focus` that this run added; the next one replaces them. */
  addedFocus: z.array(z.string()),
  watchpoints: z.array(watchpointSchema),
});
export type ThemeOutput = z.infer<typeof themeOutputSchema>;

/** Something new outside the active themes. */
export const signalSchema = z.object({
  taxonomyId: slugSchema,
  title: z.string(),
  /** In the source's words. */
  text: z.string(),
  outlets: z.array(z.string()),
  citations: z.array(z.string()),
  /** Confirmed by two independent outlets: it becomes a candidate. */
  isCandidate: z.boolean(),
});
export type Signal = z.infer<typeof signalSchema>;

/** What two themes have to do with each other. */
export const interactionSchema = z.object({
  themeIds: z.array(slugSchema),
  text: z.string(),
  citations: z.array(z.string()),
});
export type Interaction = z.infer<typeof interactionSchema>;

/** A claim that a reported item contradicts: the next run reads the output that first had it. */
export const suspectedReversalSchema = z.object({ themeId: slugSchema, claimId: z.string(), firstSeen: z.iso.date() });

/** Everything behind one output; stored as JSON next to its Markdown. */
export const briefingRecordSchema = z.object({
  version: z.literal(1),
  briefing: slugSchema,
  title: z.string(),
  language: z.string(),
  workflowId: z.string(),
  slot: briefingSlotSchema,
  isBackfill: z.boolean(),
  /** What a reader must know first: gaps of the state, missed slots, searches that failed. */
  notes: z.array(z.string()),
  stateLoaded: z.enum(['yes', 'partial', 'no']),
  /** Parts of the state, in the order in which they were loaded. */
  loaded: z.array(z.string()),
  themes: z.array(themeOutputSchema),
  /** Null: not looked for, as in a briefing about a few themes. */
  elsewhere: elsewhereSchema.nullable(),
  signals: z.array(signalSchema),
  interactions: z.array(interactionSchema),
  queries: z.array(liveQuerySchema),
  refusedQueries: z.array(z.object({ text: z.string(), reason: z.string() })),
  /** Wanted queries beyond the budget. */
  droppedQueries: z.int(),
  /** Requests to search providers. */
  requests: z.int(),
  results: z.array(liveResultSchema),
  /** The briefing's own: where they are, and how many were searched. */
  documents: z.object({
    places: z.array(z.string()),
    count: z.int(),
    /** Paths of the first few that have no date; absent: of an earlier version. */
    undated: z.object({ count: z.int(), first: z.array(z.string()) }).optional(),
  }),
  /** Of passages of documents, of this output and those before it: `<theme>:<hash of the words>`, outside the themes `*:<hash>`. */
  knownPassages: z.array(z.string()),
  items: z.array(briefingItemSchema),
  /** What became of reported items: of those with a corrective query, and of reported claims that were confirmed otherwise. */
  corrections: z.array(z.object({ themeId: slugSchema, itemId: z.string(), isConfirmed: z.boolean() })),
  suspectedReversals: z.array(suspectedReversalSchema),
  diagnostics: z.array(briefingDiagnosticSchema),
  /** Themes whose conviction did not move although confirmed items contradicted them; null: not checked. */
  anchored: z.array(slugSchema).nullable(),
  /** Why anchoring was not checked; empty where it was. */
  anchoringNote: z.string(),
  /** Open when the run began; a backfill starts from them. */
  openIssues: z.array(openIssueSchema),
  issues: z.array(filedIssueSchema),
  /** Issues that could not be filed, and why; null: all were. A backfill files none. */
  unfiledIssues: z.object({ issues: z.array(wantedIssueSchema), reason: z.string() }).nullable(),
  /** Tokens of each part of the assembled context, and how many entries were cut. */
  context: z.array(z.object({ component: z.string(), tokens: z.int(), cut: z.int() })),
  engine: engineSchema,
  usage: usageSchema,
  verification: verificationSchema,
  /** Evidence of all claims, items and signals shown. */
  findings: z.array(findingSchema),
});
export type BriefingRecord = z.infer<typeof briefingRecordSchema>;
