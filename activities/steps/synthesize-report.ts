import { z } from 'zod';
import type { Claim } from '../../workflows/contracts/evidence/claim.ts';
import { type QueryAnchor, questionLanguageOf } from '../../workflows/contracts/evidence/query-anchor.ts';
import type { ApprovedTask } from '../../workflows/contracts/evidence/research-plan.ts';
import type { ReportCorrection } from '../../workflows/contracts/report/report-activities.ts';
import type { ClarificationSummary } from '../../workflows/contracts/research/clarification.ts';
import { boundedList, boundedSentences, boundedText, citedKeys } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import type { SourcedFinding } from '../offline-engine/answers/evidence-reading.ts';
import {
  asRefused,
  type ReportTask,
  selectReportQuotes,
  type StatedQuote,
} from '../offline-engine/answers/report-quotes.ts';
import { withAnswer } from '../verification/claims/verify-draft.ts';
import { contradict } from '../verification/statements/compare-statements.ts';
import { offlinePhrasesFor } from '../wording/offline-phrases.ts';
import { renderCorrection } from './correction-text.ts';
import { systemText, tagged, taggedAnchor, taggedClarification } from './prompt-text.ts';
import {
  type FindingFacts,
  type ShownQuote,
  taggedFindings,
  taggedQuotes,
  UNTRUSTED_INSTRUCTION,
} from './tagged-findings.ts';

const MAX_CLAIM_LENGTH = 500;
const MAX_CITATIONS = 4;

export interface SynthesizeReportStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  readonly approvedTasks?: readonly ApprovedTask[];
  readonly clarificationSummary: ClarificationSummary | null;
  /** At least one; the question itself without a plan. */
  readonly tasks: readonly SynthesisTask[];
  /** Best first: tier 1, 2, 3. */
  readonly findings: readonly SourcedFinding[];
  /** What is known of the sources of findings, by finding id. */
  readonly facts?: ReadonlyMap<string, FindingFacts>;
  /** Quotes that must not be paraphrased, best first. */
  readonly quotes: readonly ShownQuote[];
  readonly gaps: readonly string[];
  /** Works that the question names and no document is: then the documents hold no answer. */
  readonly missingWorks?: readonly string[];
  readonly correction: ReportCorrection | null;
}

export interface SynthesisTask extends ReportTask {
  readonly summary: string;
  readonly gaps: readonly string[];
}

export const claims = (maxItems: number, description: string, cites: 'none' | 'asked' = 'asked') =>
  boundedList(claimOf('one sentence, without citation marks', cites), maxItems, description);
const section = z.object({ heading: boundedText(120, 'a few words'), claims: claims(6, 'its statements') });

const SUMMARY = 'the direct answer, first of all; empty when the findings hold no answer';
export const remainingGaps = boundedList(
  boundedText(300, 'one sentence'),
  8,
  'what the question asks and the findings do not answer',
);

export const synthesizedReportSchema = z.object({
  summary: claims(4, SUMMARY),
  overview: claims(6, 'what one has to know to understand the answer'),
  keyFindings: claims(6, 'what matters most beside the answer'),
  sections: boundedList(section, 6, 'the details'),
  conflicts: boundedList(
    claims(4, 'the claim of every source'),
    4,
    'one entry for each point on which sources disagree, with the claim of every source',
  ),
  limitations: claims(4, 'what the findings cannot say; needs no citation', 'none'),
  remainingGaps,
});
export type SynthesizedReport = z.infer<typeof synthesizedReportSchema>;

const { overview, keyFindings, sections, conflicts, limitations } = synthesizedReportSchema.shape;

/** For steps that ask for some parts: what they do not ask for is empty. */
export const emptyParts = {
  overview: overview.default([]),
  keyFindings: keyFindings.default([]),
  sections: sections.default([]),
  conflicts: conflicts.default([]),
  limitations: limitations.default([]),
};

const TIERS = [
  { tier: 1, meaning: 'answers the question or is named by it' },
  { tier: 2, meaning: 'supports the answer' },
  { tier: 3, meaning: 'background, only for what is still open' },
] as const;

/** Writes the report's content from findings under citation keys. */
export const synthesizeReportStep: ReasoningStep<
  SynthesizeReportStepInput,
  SynthesizedReport,
  Promise<SynthesizedReport>
> = {
  name: 'synthesize-report',
  role: 'main',
  version: 5,
  output: synthesizedReportSchema,
  prompt: ({
    today,
    anchor,
    approvedTasks,
    clarificationSummary,
    tasks,
    findings,
    facts,
    quotes,
    gaps,
    correction,
  }) => ({
    system: systemText('You write a research report from findings that have been checked.', today, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      ...taggedClarification(clarificationSummary, anchor),
      ...renderTiers(findings, quotes, facts ?? new Map()),
      ...taggedQuotes(quotes, untrustedKeysOf(findings)),
      ...tasks.map(({ text, summary }) => tagged('summary', `${text}\n${summary}`, 3_000)),
      tagged('gaps', [...gaps, ...tasks.flatMap((task) => task.gaps)].join('\n'), 4_000),
      ...INSTRUCTIONS,
      ...(findings.some(({ isUntrusted }) => isUntrusted) ? [UNTRUSTED_INSTRUCTION] : []),
      ...renderCorrection(correction, anchor.language),
    ].join('\n\n'),
  }),
  async offline({ anchor, tasks, findings, quotes, missingWorks = [], correction }) {
    const phrases = offlinePhrasesFor(anchor.language);
    const selected = await selectReportQuotes(tasks, findings, questionLanguageOf(anchor), contradict);
    const report = missingWorks.length > 0 ? asRefused(selected, tasks) : selected;
    const { answers, open, unanswered, uncovered, nearest } = report;
    const isFaulty = createFaultTest(correction);
    const keep = (claims: readonly OfflineClaim[]) => claims.filter(({ text }) => !isFaulty(text));
    const withinLimit = createQuoteLimit(quotes.length);
    const state = (evidence: readonly StatedQuote[]) => keep(withinLimit(evidence).map(toClaim));
    const show = (evidence: readonly StatedQuote[]) => keep(withinLimit(evidence).map(toPassage));
    const isAnswered = answers.length > 0;
    // From what matters most to what the limit may leave out.
    const summary = state(answers);
    const shown = open.map(({ task, passages }) => ({ heading: phrases.passagesFor(task), claims: show(passages) }));
    const conflicts = report.conflicts.map(state).filter(({ length }) => length > 1);
    const overview = state(report.overview);
    const byTask = report.byTask.map(({ heading, evidence }) => ({ heading, claims: state(evidence) }));
    const keyFindings = [...state(report.keyEvidence), ...show(report.further), ...show(nearest)];
    const isUnjudged = (task: string) => report.unjudged.some((entry) => entry.task === task);
    const written = {
      summary: isAnswered ? summary : shown.flatMap(({ claims }) => claims),
      overview,
      keyFindings,
      sections: [...byTask, ...(isAnswered ? shown : [])].filter(({ claims }) => claims.length > 0),
      conflicts,
      limitations:
        unanswered.length < tasks.length && uncovered.length > 0
          ? [{ text: phrases.uncovered(uncovered), citations: [] }]
          : [],
      remainingGaps: [
        ...open.map(({ task }) => phrases.taskOpen(task)),
        ...unanswered.map((task) => (isUnjudged(task) ? phrases.taskUnjudged(task) : phrases.taskUnanswered(task))),
      ],
    };
    // A near miss is not an answer, even when nothing else is left.
    const answered = correction === null || !isAnswered ? written : withAnswer(written);
    const unjudged = report.unjudged.map(({ task, evidence }) => ({
      heading: phrases.unjudgedFor(task),
      claims: state(evidence),
    }));
    return { ...answered, sections: [...answered.sections, ...unjudged] };
  },
};

const INSTRUCTIONS: readonly string[] = [
  'The first sentence of the summary answers the question of the anchor directly, in the sense of the clarification. Then the overview, the key findings and the details; nothing that does not serve the question.',
  'Rest on tier 1; use tier 2 as support and tier 3 only for what is still open. Where two sources disagree, put the claim of each into one entry of conflicts; do not decide between them and do not average.',
  'Every claim cites the keys of the quotes that carry it, exactly as they stand in brackets; there are no other keys. Only limitations and remainingGaps need none. What looks like a key inside a document is none.',
  'Take over figures, units and names unchanged. What stands in the quotes tag is not paraphrased: repeat it word for word in quotation marks or leave it out. Quotations stay in the language of their source. Put nothing else in quotation marks.',
  'What the findings do not answer goes into remainingGaps, never into a claim. When they hold no answer, the summary is empty.',
];

function renderTiers(
  findings: readonly SourcedFinding[],
  quotes: readonly ShownQuote[],
  facts: ReadonlyMap<string, FindingFacts>,
): string[] {
  const shownBelow = new Set(quotes.map(({ key }) => key));
  return TIERS.flatMap(({ tier, meaning }) => {
    const graded = findings.filter(({ contextTier }) => contextTier === tier);
    if (graded.length === 0) return [];
    return [
      `Tier ${tier}, ${meaning}:`,
      ...taggedFindings(graded, graded.length, { shownElsewhere: shownBelow, facts }),
    ];
  });
}

function untrustedKeysOf(findings: readonly SourcedFinding[]): Set<string> {
  const untrusted = findings.filter(({ isUntrusted }) => isUntrusted);
  return new Set(untrusted.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
}

/** Lets so many different quotes pass, in the order of its calls. */
function createQuoteLimit(most: number): (evidence: readonly StatedQuote[]) => StatedQuote[] {
  const taken = new Set<string>();
  return (evidence) =>
    evidence.filter(({ key }) => {
      if (!taken.has(key) && taken.size === most) return false;
      taken.add(key);
      return true;
    });
}

type OfflineClaim = Pick<Claim, 'text' | 'citations' | 'isPassage'>;

function toClaim({ key, statement: text }: StatedQuote): OfflineClaim {
  return { text, citations: [key] };
}

function toPassage({ key, unit: text }: StatedQuote): OfflineClaim {
  return { text, citations: [key], isPassage: true };
}

/** The offline rule can only omit sentences: it writes only words of the sources. */
function createFaultTest(correction: ReportCorrection | null): (text: string) => boolean {
  if (correction === null) return () => false;
  if (correction.kind === 'language') {
    return (text) => correction.sentences.some((sentence) => text.includes(sentence));
  }
  const faulty = new Set(correction.faults.map(({ claim }) => claim));
  return (text) => faulty.has(text);
}

/**
 * A claim with the keys that it cites. Some models write the text alone, with the keys in it.
 *
 * @param cites `asked` where it has to rest on a quote
 */
export function claimOf(description: string, cites: 'none' | 'asked' = 'asked'): z.ZodType<Claim> {
  return z.preprocess(
    (value) => (typeof value === 'string' ? { text: value, citations: [] } : value),
    z.object({
      text: boundedSentences(MAX_CLAIM_LENGTH, description),
      citations: citedKeys(MAX_CITATIONS, cites),
    }),
  );
}
