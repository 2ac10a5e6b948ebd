import type { AnswerActivities, AnswerGenerallyInput } from '@plumbline/contracts/answers/answer-activities';
import type { Degradation } from '@plumbline/contracts/research/accounting';
import { withDegradation } from '@plumbline/model/calls';
import { withoutClaimedSources } from '../../conversations/claimed-sources.ts';
import { type TextListener, withStreamedText } from '../../conversations/streamed-answer.ts';
import { answerGenerallyStep } from '../../steps/answer-generally.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const SOURCES_REMOVED: Degradation = {
  step: answerGenerallyStep.name,
  cause: 'the answer named sources although none was searched; they were removed',
  count: 1,
};
const NOTHING_LEFT: Degradation = {
  step: answerGenerallyStep.name,
  cause: 'the answer held nothing but sources, although none was searched; the offline rule answered',
  count: 1,
  isByRule: true,
};

/** Answers without sources, and claims none. */
export function createAnswerGenerally({
  reasoner,
  answerStream,
}: Pick<ActivityDependencies, 'reasoner' | 'answerStream'>) {
  const answer = async (
    input: AnswerGenerallyInput,
    signal: AbortSignal,
    listener: TextListener,
  ): ReturnType<AnswerActivities['answerGenerally']> => {
    const { today, rewrittenPrompt, language, context, engine, metering } = input;
    const stepInput = { today, rewrittenPrompt, language, context };
    const { value, cost } = await reasoner.run(answerGenerallyStep, stepInput, {
      engine,
      metering,
      signal,
      ...listener,
    });
    if (cost.engine === 'offline') return { value, cost };

    const text = withoutClaimedSources(value.text);
    if (text === '')
      return {
        value: answerGenerallyStep.offline(stepInput),
        cost: { ...withDegradation(cost, NOTHING_LEFT), engine: 'offline' },
      };
    const hasRemoved = text.replaceAll(/\s+/gu, '') !== value.text.replaceAll(/\s+/gu, '');
    return { value: { text }, cost: hasRemoved ? withDegradation(cost, SOURCES_REMOVED) : cost };
  };
  return (input: AnswerGenerallyInput, signal: AbortSignal): ReturnType<AnswerActivities['answerGenerally']> =>
    withStreamedText(
      answerStream,
      input,
      ({ text }) => text,
      (listener) => answer(input, signal, listener),
    );
}
