import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { ComposeAnswerInput } from '../workflows/contracts/answer-activities.ts';
import type { ReportDraft } from '../workflows/contracts/report.ts';
import type { AnswerStream } from './conversations/answer-stream.ts';
import { withStreamedText } from './conversations/streamed-answer.ts';
import { type DraftTools, writeDraft } from './drafts/draft-writing.ts';
import { composeAnswerStep } from './reasoning/steps/compose-answer.ts';
import type { SynthesizeReportStepInput } from './reasoning/steps/synthesize-report.ts';

interface ComposingTools extends DraftTools {
  readonly answerStream: AnswerStream;
}

/** Writes a short, cited answer, and streams its text where that is asked for. */
export function createComposeAnswer({ answerStream, ...tools }: ComposingTools) {
  return (input: ComposeAnswerInput, signal: AbortSignal): Promise<Reasoned<ReportDraft>> => {
    const { engine, today, metering, approvedTasks, anchor, corpusId, findings, guidance, context } = input;
    const material = {
      engine,
      today,
      metering,
      approvedTasks,
      anchor,
      corpusId,
      findings,
      clarificationSummary: null,
      taskTexts: [anchor.originalQuestion],
      quotes: findings.flatMap(({ quotes }) => quotes),
      taskSummaries: [],
      gaps: [],
      correction: null,
    };
    const answer = {
      step: composeAnswerStep,
      inputOf: (evidence: SynthesizeReportStepInput) => ({ ...evidence, guidance, context }),
      isAskedAgain: false,
    };
    return withStreamedText(answerStream, input, textOf, (listener) =>
      writeDraft(tools, answer, material, { engine, metering, signal, ...listener }),
    );
  };
}

function textOf({ summary }: ReportDraft): string {
  return summary.map(({ text }) => text).join('\n');
}
