import type { FormattingGuidance } from '../../workflows/contracts/answers/answer-activities.ts';
import type { Layout } from '../../workflows/contracts/answers/answer.ts';
import type { SessionContext } from '../../workflows/contracts/answers/conversation.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { systemText, tagged, taggedAnchor } from './prompt-text.ts';
import { taggedEvidence } from './shown-passages.ts';
import {
  type SynthesizedReport,
  type SynthesizeReportStepInput,
  synthesizeReportStep,
  type WrittenDraft,
  writtenDraft,
} from './synthesize-report.ts';
import { taggedFeedback, taggedThread } from './tagged-context.ts';
import { CHECKED, CITING, NO_ANSWER, SOURCES } from './writing-rules.ts';

export interface ComposeAnswerStepInput extends SynthesizeReportStepInput {
  readonly guidance: FormattingGuidance;
  readonly context: Pick<SessionContext, 'thread' | 'feedback'>;
}

/** Earlier turns that a prompt shows; more would not change the tone. */
const MAX_TURNS = 3;

/** Writes a short answer from passages with addresses. By rule it says what a report would say. */
export const composeAnswerStep: ReasoningStep<ComposeAnswerStepInput, WrittenDraft, Promise<SynthesizedReport>> = {
  name: 'compose-answer',
  role: 'main',
  version: 8,
  writes: 'markdown',
  output: writtenDraft,
  prompt: ({ today, anchor, approvedTasks, shown, guidance, context }) => ({
    system: systemText('You answer a question from documents.', today, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      ...taggedEvidence(shown),
      ...renderThread(context),
      FORM,
      FOLLOWING,
      ...renderGuidance(guidance),
      CITING,
      CHECKED,
      SOURCES,
      NO_ANSWER,
      ...taggedFeedback(context),
    ].join('\n\n'),
  }),
  offline: (input) => synthesizeReportStep.offline(input),
};

const FORM =
  'Write Markdown, at most 200 words, without headings but the two that are named below, as a person who knows the subject answers a colleague: the first sentence is the direct answer, the others say what one has to know with it, and no more: the conditions, exceptions and dates without which it would mislead, and of things compared what each of them is for. Where what is here leaves a part of the question open, or leans on what is not here (a section or term that it refers to, the condition or the exception behind it, the other side of a comparison, a figure), end with “## LIMITS” (this word unchanged) and a list of at most four such gaps, each a whole sentence that says what is not stated, with its [none: …]; other sections may say it. Speak of the subject and its documents, never of passages or addresses.';

const FOLLOWING =
  'Then, under “## NEXT” (this word unchanged), a list of up to three questions that this person would most likely ask next and that these documents answer: what decides their case, what follows from the answer, the exception that may be theirs. Each is short, understood alone, in the language of the answer, without addresses. None that the answer has answered, no “tell me more”; no list where nothing comes to mind.';

const LAYOUTS: Readonly<Record<Layout, string>> = {
  prose:
    'Write one or two paragraphs; only steps, or entries that were asked for, are a list, and only what is compared by the same attributes is a short table. Commands go into a fenced code block with its citation in the line below.',
  list: 'After the direct answer, write a list whose entries can each be understood alone.',
  table: 'A table below the text shows these attributes of the items. Say what stands out; do not repeat the table:',
  cards: 'Cards below the text show the items. Say what tells them apart; do not repeat all of their fields.',
};

const TONE_ONLY =
  'The conversation so far, only for a tone that fits. It is no evidence: what it says is not repeated unless a document says it.';

function renderGuidance({ layout, attributes }: FormattingGuidance): string[] {
  return [LAYOUTS[layout], ...(layout === 'table' ? [tagged('attributes', attributes.join('\n'), 1_000)] : [])];
}

/** For a tone that fits: what was answered before is no evidence. */
function renderThread(context: Pick<SessionContext, 'thread'>): string[] {
  const shown = taggedThread([], { thread: context.thread.slice(-MAX_TURNS) });
  return shown.length === 0 ? [] : [TONE_ONLY, ...shown];
}
