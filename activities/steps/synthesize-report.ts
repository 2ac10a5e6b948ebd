import type { Claim } from '@plumbline/contracts/evidence/claim';
import { type QueryAnchor, questionLanguageOf } from '@plumbline/contracts/evidence/query-anchor';
import type { ApprovedTask } from '@plumbline/contracts/evidence/research-plan';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import type { ClarificationSummary } from '@plumbline/contracts/research/clarification';
import type { ReportLength } from '@plumbline/contracts/settings/report-settings';
import { contradict } from '@plumbline/evidence/comparison';
import { boundedSentences, citedKeys } from '@plumbline/model/answers';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import type { TaskNeed } from '@plumbline/offline/needs';
import { offlinePhrasesFor } from '@plumbline/offline/phrases';
import { selectReportQuotes, type SourcedFinding, type StatedQuote, withoutWorks } from '@plumbline/offline/statements';
import { z } from 'zod';
import { systemText, taggedAnchor, taggedClarification } from './prompt-text.ts';
import { type ShownContradiction, type ShownEvidence, taggedEvidence, taggedOpen } from './shown-passages.ts';
import { CHECKED, CITING, LOOK_UP, NO_ANSWER, reportForm, SOURCES, STYLE, wordsForm } from './writing-rules.ts';

const MAX_CLAIM_LENGTH = 500;
const MAX_CITATIONS = 4;

/** What a report or an answer is written from. */
export interface SynthesizeReportStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  readonly approvedTasks?: readonly ApprovedTask[];
  readonly clarificationSummary: ClarificationSummary | null;
  /** At least one; the question itself without a plan. */
  readonly tasks: readonly SynthesisTask[];
  /** What a model sees of the findings. */
  readonly shown: ShownEvidence;
  /** What the rule writes from, best first: tier 1, 2, 3. */
  readonly findings: readonly SourcedFinding[];
  /** How many quotes the rule may state. */
  readonly mostQuotes: number;
  readonly gaps: readonly string[];
  /** What sources state differently. */
  readonly contradictions: readonly ShownContradiction[];
  /** Works that the question names and no document is: then the documents hold no answer. */
  readonly missingWorks?: readonly string[];
  readonly length: ReportLength;
}

export interface SynthesisTask extends TaskNeed {
  readonly summary: string;
  readonly gaps: readonly string[];
}

/** The content of a report as the rule states it. */
export type SynthesizedReport = Pick<
  ReportDraft,
  'summary' | 'overview' | 'keyFindings' | 'sections' | 'conflicts' | 'limitations' | 'remainingGaps'
>;

/** A model writes Markdown, the rule the content. */
export type WrittenDraft = string | SynthesizedReport;

export const writtenDraft: z.ZodType<WrittenDraft> = z.string();

/** Writes a whole report from passages with addresses. */
export const synthesizeReportStep: ReasoningStep<
  SynthesizeReportStepInput,
  WrittenDraft,
  Promise<SynthesizedReport>
> = {
  name: 'synthesize-report',
  role: 'main',
  version: 9,
  writes: 'markdown',
  output: writtenDraft,
  prompt: (input) => ({
    system: systemText(
      'You write a report that answers a question from documents.',
      input.today,
      input.anchor.language,
    ),
    user: [
      taggedAnchor(input.anchor, input.approvedTasks),
      ...taggedClarification(input.clarificationSummary, input.anchor),
      ...taggedEvidence(input.shown),
      ...taggedOpen([...input.gaps, ...input.tasks.flatMap((task) => task.gaps)], input.contradictions),
      reportForm(input.length),
      STYLE,
      CITING,
      CHECKED,
      SOURCES,
      NO_ANSWER,
      ...(input.length === 'brief' ? [] : [LOOK_UP]),
      ...wordsForm(input.anchor.language),
    ].join('\n\n'),
  }),
  async offline({ anchor, tasks, findings, mostQuotes, missingWorks = [] }) {
    const phrases = offlinePhrasesFor(anchor.language);
    const selected = await selectReportQuotes(tasks, findings, questionLanguageOf(anchor), contradict);
    const report = withoutWorks(selected, missingWorks);
    const { stated, shown, unanswered, uncovered } = report;
    const withinLimit = createQuoteLimit(mostQuotes);
    const state = (evidence: readonly StatedQuote[]) => withinLimit(evidence).map(toClaim);
    const show = (evidence: readonly StatedQuote[]) => withinLimit(evidence).map(toPassage);
    const summary = state(stated);
    const conflicts = report.conflicts.map(state).filter(({ length }) => length > 1);
    const passages = shown.map(({ task, passages }) => ({
      heading: phrases.passagesFor(task),
      claims: show(passages),
    }));
    const isAnswered = summary.length > 0;
    const isSingle = tasks.length === 1;
    return {
      summary: isAnswered ? summary : passages.flatMap(({ claims }) => claims),
      overview: [],
      keyFindings: isAnswered && isSingle ? passages.flatMap(({ claims }) => claims) : [],
      sections: isAnswered && !isSingle ? passages.filter(({ claims }) => claims.length > 0) : [],
      conflicts,
      limitations: uncovered.length > 0 ? [{ text: phrases.uncovered(uncovered), citations: [] }] : [],
      remainingGaps: unanswered.map((task) => phrases.taskUnanswered(task)),
    };
  },
};

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
