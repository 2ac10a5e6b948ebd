import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { type EditReportStepInput, taggedSections } from './edit-report.ts';
import { systemText } from './prompt-text.ts';
import {
  type SynthesizedReport,
  type SynthesizeReportStepInput,
  synthesizeReportStep,
  type WrittenDraft,
  writtenDraft,
} from './synthesize-report.ts';
import { CHECKED, NO_ANSWER } from './writing-rules.ts';

export interface SummarizeReportStepInput
  extends SynthesizeReportStepInput, Pick<EditReportStepInput, 'sections' | 'length'> {
  readonly length: EditReportStepInput['length'];
}

/** Writes what precedes the sections of a report, where they stay as they were written. */
export const summarizeReportStep: ReasoningStep<SummarizeReportStepInput, WrittenDraft, Promise<SynthesizedReport>> = {
  name: 'summarize-report',
  role: 'main',
  version: 2,
  writes: 'markdown',
  output: writtenDraft,
  prompt: (input) => ({
    system: systemText(
      'You write the answer that opens a report, from its sections.',
      input.today,
      input.anchor.language,
    ),
    user: [...taggedSections(input), ...INSTRUCTIONS, CHECKED, NO_ANSWER].join('\n\n'),
  }),
  offline: async (input) => ({ ...(await synthesizeReportStep.offline(input)), sections: [] }),
};

const INSTRUCTIONS: readonly string[] = [
  'Write Markdown: “# ” and a short title of its own, then the answer in one paragraph of at most 120 words. Its first sentence says directly what was asked (the recommendation, the figure, yes or no), the others what limits it. End with “## LIMITS” (this word unchanged) and one short list of what stays open or uncertain, if anything does. Nothing else.',
  'Behind each sentence stand the addresses that the sections cite for it: [p3.4] or [p3.4; p7.1]. There are no other addresses. Say only what the sections say.',
];
