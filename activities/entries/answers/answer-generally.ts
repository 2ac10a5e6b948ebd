import type { AnswerActivities, AnswerGenerallyInput } from '@plumbline/contracts/answers/answer-activities';
import type { Degradation } from '@plumbline/contracts/research/accounting';
import { withDegradation } from '@plumbline/model/calls';
import type { ReasoningCall } from '@plumbline/model/reasoner';
import { withoutClaimedSources } from '../../conversations/claimed-sources.ts';
import { withStreamedText } from '../../conversations/streamed-answer.ts';
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
    call: ReasoningCall,
  ): ReturnType<AnswerActivities['answerGenerally']> => {
    const { value, cost } = await reasoner.run(answerGenerallyStep, input, call);
    if (cost.engine === 'offline') return { value, cost };

    const text = withoutClaimedSources(value.text);
    if (text === '')
      return {
        value: answerGenerallyStep.offline(input),
        cost: { ...withDegradation(cost, NOTHING_LEFT), engine: 'offline' },
      };
    const hasRemoved = text.replaceAll(/\s+/gu, '') !== value.text.replaceAll(/\s+/gu, '');
    return { value: { text }, cost: hasRemoved ? withDegradation(cost, SOURCES_REMOVED) : cost };
  };
  return (input: AnswerGenerallyInput, signal: AbortSignal) => {
    const { engine, metering } = input;
    const textOf = ({ text }: { readonly text: string }) => text;
    return withStreamedText(answerStream, input, textOf, (listener) =>
      answer(input, { engine, metering, signal, ...listener }),
    );
  };
}
