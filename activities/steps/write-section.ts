import { z } from 'zod';
import type { QueryAnchor } from '../../workflows/contracts/evidence/query-anchor.ts';
import type { ApprovedTask } from '../../workflows/contracts/evidence/research-plan.ts';
import type { OutlinedSection } from '../../workflows/contracts/report/report-activities.ts';
import type { ReportSection } from '../../workflows/contracts/report/report.ts';
import type { ReportLength } from '../../workflows/contracts/settings/report-settings.ts';
import { withoutNearDuplicates } from '../language/text/near-duplicate.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { rankEvidence, type SourcedFinding } from '../offline-engine/answers/evidence-reading.ts';
import type { InformationNeed } from '../offline-engine/passages/passage-reading.ts';
import { systemText, tagged, taggedAnchor } from './prompt-text.ts';
import { type ShownContradiction, type ShownEvidence, taggedEvidence, taggedOpen } from './shown-passages.ts';
import { CHECKED, CITING, SOURCES, STYLE } from './writing-rules.ts';

export interface WriteSectionStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  readonly approvedTasks?: readonly ApprovedTask[];
  readonly section: Pick<OutlinedSection, 'heading' | 'purpose' | 'form'>;
  /** The other sections, which say what this one leaves to them. */
  readonly others: readonly Pick<OutlinedSection, 'heading' | 'purpose'>[];
  /** What a model sees of the findings that serve the section. */
  readonly shown: ShownEvidence;
  /** Information need of the section, for the rule. */
  readonly need: InformationNeed;
  /** Those that serve the section, best first. */
  readonly findings: readonly SourcedFinding[];
  readonly gaps: readonly string[];
  readonly contradictions: readonly ShownContradiction[];
  readonly length: Exclude<ReportLength, 'brief'>;
}

/** How many words a section may have. */
const WORDS = { standard: '120 to 250', full: '300 to 700' } as const;
/** Statements of a section by rule. */
const MOST_STATEMENTS = 6;

/** A model writes Markdown, the rule the claims. */
export type WrittenSection = string | ReportSection['claims'];

const writtenSection: z.ZodType<WrittenSection> = z.string();

/** Writes one section of a report from passages with addresses. By rule it lists what they say. */
export const writeSectionStep: ReasoningStep<WriteSectionStepInput, WrittenSection> = {
  name: 'write-section',
  role: 'main',
  version: 2,
  writes: 'markdown',
  output: writtenSection,
  prompt: (input) => {
    const { anchor, section, others, length } = input;
    const outline = others.map(({ heading, purpose }) => `${heading}: ${purpose}`).join('\n');
    return {
      system: systemText('You write one section of a report.', input.today, anchor.language),
      user: [
        taggedAnchor(anchor, input.approvedTasks),
        ...taggedEvidence(input.shown),
        ...taggedOpen(input.gaps, input.contradictions),
        tagged('section', [section.heading, section.purpose].join('\n'), 1_000),
        ...(others.length === 0 ? [] : [`Other sections, which say the rest: ${tagged('outline', outline, 3_000)}`]),
        `Write this section as Markdown without its heading, ${WORDS[length]} words as far as the documents carry it, fewer where they do not.${FORMS[section.form ?? 'prose']} Say what its purpose names and leave the rest to the others.`,
        STYLE,
        CITING,
        CHECKED,
        SOURCES,
      ].join('\n\n'),
    };
  },
  offline({ need, findings }) {
    const evidence = withoutNearDuplicates(rankEvidence(need, findings), ({ language }) => language);
    return evidence.slice(0, MOST_STATEMENTS).map(({ key, statement: text }) => ({
      text,
      citations: [key],
      placement: { form: 'list', block: 0 },
    }));
  },
};

const FORMS: Readonly<Record<NonNullable<OutlinedSection['form']>, string>> = {
  prose: '',
  table: ' Its core is a table.',
  list: ' Its core is a list.',
  code: ' Its core is the commands or the configuration.',
};
