import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { z } from 'zod';
import { systemText, taggedAnchor, taggedWithKeys } from './prompt-text.ts';
import { type ShownEvidence, taggedEvidence } from './shown-passages.ts';
import { CHECKED, CITING, SOURCES, STYLE } from './writing-rules.ts';

export interface CompleteSectionsStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  /** Those concerned, perhaps after the answer, as Markdown with addresses. */
  readonly sections: string;
  readonly shown: ShownEvidence;
  /** Labels of the passages that the sections could not cite. */
  readonly found: readonly string[];
}

const MAX_SECTIONS_LENGTH = 30_000;

/** Asks the author of a report to write what it is shown of it again with what was found since. By rule nothing is written. */
export const completeSectionsStep: ReasoningStep<CompleteSectionsStepInput, string> = {
  name: 'complete-sections',
  role: 'main',
  version: 1,
  writes: 'markdown',
  output: z.string(),
  prompt: ({ today, anchor, sections, shown, found }) => ({
    system: systemText(
      'You complete sections of your report with passages that were found since.',
      today,
      anchor.language,
    ),
    user: [
      taggedAnchor(anchor),
      taggedWithKeys('section', sections, MAX_SECTIONS_LENGTH),
      ...taggedEvidence(shown),
      `New are ${found.join(', ')}.`,
      INSTRUCTION,
      STYLE,
      CITING,
      CHECKED,
      SOURCES,
    ].join('\n\n'),
  }),
  offline: () => '',
};

const INSTRUCTION = [
  'Write what the new passages change or complete again, whole and in the same form: what stands before the first heading, if anything does, then each section that changes, under its “## ” heading unchanged.',
  'Put what is new where it belongs in the section. Correct what a new passage contradicts.',
  'Keep all else in its words and with its addresses; p0.1 and the like stand for words that are not shown. Give each fact one place; say nothing about the revision.',
  'Leave out sections that stay as they are. If nothing new bears on the question, write a dash alone.',
].join('\n');
