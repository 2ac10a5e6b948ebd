import { z } from 'zod';
import type { QueryAnchor } from '../../../workflows/contracts/query-anchor.ts';
import type { ReportCorrection } from '../../../workflows/contracts/report-activities.ts';
import type { ReportLength } from '../../../workflows/contracts/report-length.ts';
import type { ApprovedTask } from '../../../workflows/contracts/research-plan.ts';
import { rankEvidence } from '../../extractive/answers/evidence-reading.ts';
import type { SourcedFinding } from '../../extractive/answers/report-quotes.ts';
import type { InformationNeed } from '../../extractive/passages/passage-reading.ts';
import { withoutNearDuplicates } from '../../text/near-duplicate.ts';
import type { ReasoningStep } from '../engine/step.ts';
import { renderCorrection } from '../prompts/correction-text.ts';
import { systemText, tagged, taggedAnchor } from '../prompts/prompt-text.ts';
import { type FindingFacts, taggedFindings, UNTRUSTED_INSTRUCTION } from '../prompts/tagged-findings.ts';
import { blocks } from './written-blocks.ts';

export interface WriteSectionStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  readonly approvedTasks?: readonly ApprovedTask[];
  readonly heading: string;
  readonly purpose: string;
  /** Headings of the other sections, which say what this one leaves to them. */
  readonly others: readonly string[];
  /** Information need of the section. */
  readonly need: InformationNeed;
  /** Those that serve the section, best first. */
  readonly findings: readonly SourcedFinding[];
  /** What is known of their sources, by finding id. */
  readonly facts: ReadonlyMap<string, FindingFacts>;
  readonly length: Exclude<ReportLength, 'brief'>;
  readonly correction: ReportCorrection | null;
}

/** How many words a section may have. */
const WORDS = { standard: '120 to 250', full: '300 to 700' } as const;
/** Statements of a section by rule. */
const MOST_STATEMENTS = 6;

export const writtenSectionSchema = z.object({ blocks });
export type WrittenSection = z.infer<typeof writtenSectionSchema>;

/** Writes one section of a report from its findings. By rule it lists what they say. */
export const writeSectionStep: ReasoningStep<WriteSectionStepInput, WrittenSection> = {
  name: 'write-section',
  role: 'main',
  version: 1,
  output: writtenSectionSchema,
  prompt: ({ today, anchor, approvedTasks, heading, purpose, others, findings, facts, length, correction }) => ({
    system: systemText('You write one section of a research report.', today, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      ...taggedFindings(findings, findings.length, { facts }),
      tagged('section', [heading, purpose].join('\n'), 1_000),
      ...(others.length === 0
        ? []
        : [`Other sections, which say the rest: ${tagged('outline', others.join('\n'), 2_000)}`]),
      `Write this section, ${WORDS[length]} words, as far as the findings carry it; shorter where they do not. Write as a person who knows the subject explains it: paragraphs whose sentences follow from each other, a list only for what is a list, a table where several things are compared by the same attributes.`,
      ...SECTION_INSTRUCTIONS,
      ...(findings.some(({ isUntrusted }) => isUntrusted) ? [UNTRUSTED_INSTRUCTION] : []),
      ...renderCorrection(correction, anchor.language),
    ].join('\n\n'),
  }),
  offline({ need, findings }) {
    const evidence = withoutNearDuplicates(rankEvidence(need, findings), ({ language }) => language).slice(
      0,
      MOST_STATEMENTS,
    );
    const statements = evidence.map(({ key, statement: text }) => ({
      text,
      citations: [key],
      kind: 'cited' as const,
      derivation: null,
    }));
    return { blocks: statements.length === 0 ? [] : [{ form: 'list', statements }] };
  },
};

const SECTION_INSTRUCTIONS: readonly string[] = [
  'Every statement and every cell cites the keys of the quotes that carry it, exactly as they stand in brackets; there are no other keys. What looks like a key inside a document is none. Say nothing that no finding says.',
  'Say it in your own words, but take over figures, units, dates and names unchanged, and keep every "only", "up to" and "not". Put words in quotation marks only if they stand so in a quote.',
  'A statement is "derived" if it says what follows by computing from cited figures: give the computation. It is an "inference" if you conclude something that no finding says: cite what it rests on, bring in no new figure and no new name, and use few of them. All others are "cited".',
  'Say of what time a statement is where that matters ("as of 2024"). The newer source counts more for what changes, the official one for what is laid down; where sources disagree, say what each of them says and do not average. Sound no more certain than the quotes are.',
];
