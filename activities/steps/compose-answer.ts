import type { FormattingGuidance } from '@plumbline/contracts/answers/answer-activities';
import type { SessionContext } from '@plumbline/contracts/answers/conversation';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { systemText, tagged, taggedAnchor } from './prompt-text.ts';
import { taggedEvidence } from './shown-passages.ts';
import {
  type SynthesizedReport,
  synthesizeReportStep,
  type SynthesizeReportStepInput,
  type WrittenDraft,
  writtenDraft,
} from './synthesize-report.ts';
import { taggedFeedback, taggedThread } from './tagged-context.ts';
import { CHECKED, CITING, NO_ANSWER, SOURCES } from './writing-rules.ts';

export interface ComposeAnswerStepInput extends SynthesizeReportStepInput {
  readonly guidance: FormattingGuidance;
  readonly context: Pick<SessionContext, 'thread' | 'feedback'>;
  /** Items of a catalogue are shown below the text. */
  readonly hasItems: boolean;
}

/** Earlier turns that a prompt shows; more would not change the tone. */
const MAX_TURNS = 3;

/** Writes a short answer from passages with addresses. By rule it says what a report would say. */
export const composeAnswerStep: ReasoningStep<ComposeAnswerStepInput, WrittenDraft, SynthesizedReport> = {
  name: 'compose-answer',
  role: 'main',
  version: 12,
  writes: 'markdown',
  output: writtenDraft,
  prompt: ({ today, anchor, approvedTasks, shown, guidance, context, hasItems }) => ({
    system: systemText('You answer a question from documents.', today, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      ...taggedEvidence(shown),
      ...renderThread(context),
      FORM,
      ...(hasItems ? [KEEPING] : []),
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

const FORM = [
  'Write Markdown as a person who knows the subject answers a colleague: at most 120 words for each part that was asked, tables and entries of lists not counted. Use no headings but those named below.',
  'Answer directly in the first sentence (yes, no, the figure, the step), for the case that the person is most likely in; the rule itself comes before its special cases. Then say what they can do: the step, its form or place, the file or menu, a short example.',
  'In the others, say what has to be known with it and no more: every condition, exception and date without which it would mislead, what an exception does not apply to, and what each of several compared things is for.',
  'Give a list of requirements, steps or parts completely, or say that it is not complete.',
  'End with “## LIMITS” (this word unchanged) only if part of what was asked is not stated here. Below it, say for each such part in one sentence what is not stated, with its [none: …]. What was not asked is no gap.',
  'Write about the subject and its documents, never about passages or addresses.',
].join('\n');

const KEEPING =
  'If not all of the items have what was asked for, add “## ENTRIES” (this word unchanged) and below it a list of those that have it, each with its address and nothing else: only these are shown below the text. Write “none” there if none has it.';

const FOLLOWING = [
  'Then, under “## NEXT” (this word unchanged), list up to three questions that this person is most likely to ask next and that these documents answer: what decides their case, what follows from the answer, an exception that may apply to them.',
  'Keep each short and clear on its own, in the language of the answer, without addresses.',
  'List none that the answer has answered and no “tell me more”; leave the list out if nothing comes to mind.',
].join('\n');

const LAYOUTS: Readonly<Record<FormattingGuidance['layout'], string>> = {
  prose:
    'Write short paragraphs, and a list where steps, cases or conditions stand side by side; a short table only for things compared by the same attributes. Put commands into a fenced code block with its citation on the line below.',
  list: 'After the direct answer, write a list whose entries each make sense alone.',
  table: 'A table below the text shows these attributes of the items. Say what stands out; do not repeat the table:',
};

const TONE_ONLY =
  'The conversation so far, only to match its tone. It is not evidence: repeat nothing from it unless a document says it.';

function renderGuidance({ layout, attributes }: FormattingGuidance): string[] {
  return [LAYOUTS[layout], ...(layout === 'table' ? [tagged('attributes', attributes.join('\n'), 1_000)] : [])];
}

/** For a tone that fits: what was answered before is no evidence. */
function renderThread(context: Pick<SessionContext, 'thread'>): string[] {
  const shown = taggedThread([], { thread: context.thread.slice(-MAX_TURNS) });
  return shown.length === 0 ? [] : [TONE_ONLY, ...shown];
}
