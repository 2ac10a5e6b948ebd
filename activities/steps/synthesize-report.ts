import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { ApprovedTask } from '@plumbline/contracts/evidence/research-plan';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import type { ClarificationSummary } from '@plumbline/contracts/research/clarification';
import type { ReportLength } from '@plumbline/contracts/settings/report-settings';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { offlinePhrasesFor } from '@plumbline/offline/phrases';
import { type Place, placesOfTasks, type ReadableFinding, type TaskNeed } from '@plumbline/offline/places';
import { z } from 'zod';
import { systemText, taggedAnchor, taggedClarification } from './prompt-text.ts';
import { type ShownContradiction, type ShownEvidence, taggedEvidence, taggedOpen } from './shown-passages.ts';
import { CHECKED, CITING, LOOK_UP, NO_ANSWER, reportForm, SOURCES, STYLE, wordsForm } from './writing-rules.ts';

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
  /** What the rule shows places of. */
  readonly findings: readonly ReadableFinding[];
  /** How many places the rule may show. */
  readonly mostQuotes: number;
  readonly gaps: readonly string[];
  /** What sources state differently. */
  readonly contradictions: readonly ShownContradiction[];
  /** Works that the question names and no document is: then the documents hold no answer. */
  readonly missingWorks?: readonly string[];
  readonly length: ReportLength;
}

export interface SynthesisTask extends TaskNeed {
  readonly gaps: readonly string[];
}

/** The content of a report by rule: the places that were found. */
export type SynthesizedReport = Pick<ReportDraft, 'summary' | 'remainingGaps'>;

/** A model writes Markdown, the rule the content. */
export type WrittenDraft = string | SynthesizedReport;

export const writtenDraft: z.ZodType<WrittenDraft> = z.string();

/** Writes a whole report from passages with addresses. */
export const synthesizeReportStep: ReasoningStep<SynthesizeReportStepInput, WrittenDraft, SynthesizedReport> = {
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
  offline({ anchor, tasks, findings, mostQuotes }) {
    const phrases = offlinePhrasesFor(anchor.language);
    const found = placesOfTasks(tasks, findings, mostQuotes).map(({ task, places }) => ({
      task,
      claims: places.map(toPassage),
    }));
    return {
      summary: found.flatMap(({ claims }) => claims),
      remainingGaps: found.flatMap(({ task, claims }) => (claims.length > 0 ? [] : [phrases.nothingFound(task)])),
    };
  },
};

function toPassage({ keys, unit: text }: Place): Pick<Claim, 'text' | 'citations' | 'isPassage'> {
  return { text, citations: [...keys], isPassage: true };
}
