import { CATALOGUE_TASK } from '@plumbline/catalogue/showing';
import type { ComposeAnswerInput } from '@plumbline/contracts/answers/answer-activities';
import type { ReportAsWritten } from '@plumbline/contracts/report/report-activities';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import type { AnswerStream } from '../../conversations/sql-answer-stream.ts';
import { withStreamedText } from '../../conversations/streamed-answer.ts';
import { type DraftTools, writeDraft } from '../../report/writing/draft-writing.ts';
import { composeAnswerStep } from '../../steps/compose-answer.ts';
import type { SynthesizeReportStepInput } from '../../steps/synthesize-report.ts';

interface ComposingTools extends DraftTools {
  readonly answerStream: AnswerStream;
}

/** Writes a short, cited answer, and streams its text where that is asked for. */
export function createComposeAnswer({ answerStream, ...tools }: ComposingTools) {
  return (input: ComposeAnswerInput, signal: AbortSignal): Promise<Reasoned<ReportAsWritten>> => {
    const { engine, metering, anchor, findings, guidance, context } = input;
    const material = {
      ...input,
      clarificationSummary: null,
      taskTexts: [anchor.originalQuestion],
      quotes: findings.flatMap(({ quotes }) => quotes),
      taskSummaries: [],
      gaps: [],
      length: 'brief' as const,
    };
    const items = findings.filter(({ taskId }) => taskId === CATALOGUE_TASK);
    const hasItems = items.length > 0;
    const answer = {
      step: composeAnswerStep,
      inputOf: (evidence: SynthesizeReportStepInput) => ({ ...evidence, guidance, context, hasItems }),
    };
    const isOfItems = hasItems && items.length === findings.length;
    return withStreamedText(answerStream, input, textOf, async (listener) => {
      const written = await writeDraft(tools, answer, material, { engine, metering, signal, ...listener });
      const { cost } = written;
      const value = cost.engine === 'model' ? inOnePart(written.value) : written.value;
      // Filters apply to items even if their words do not say so; the search has noted wishes that no item fulfils.
      return { value: isOfItems ? { ...value, limitations: [] } : value, cost };
    });
  };
}

/** An answer has no sections, whatever a model makes of it. */
function inOnePart(draft: ReportAsWritten): ReportAsWritten {
  const { title: _, summary, sections, ...rest } = draft;
  return { ...rest, summary: [...summary, ...sections.flatMap(({ claims }) => claims)], sections: [] };
}

function textOf({ summary }: ReportAsWritten): string {
  return summary.map(({ text }) => text).join('\n');
}
