import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toFailure } from '../../activities/entries/failures.ts';
import type { StepCase } from '../support/builders/step-case.ts';
import { STEP_CASES } from '../support/builders/step-inputs.ts';
import { FAILING_MODELS, type FailingModel, startFailingModels } from '../support/servers/failing-models.ts';

const models = { small: 'scripted', main: 'scripted' };
const call = { metering: UNLIMITED, signal: new AbortController().signal };

let failing: Awaited<ReturnType<typeof startFailingModels>>;
beforeAll(async () => {
  failing = await startFailingModels();
});
afterAll(() => failing.close());

/** What a run gets of a step, and what it can tell of the model: it asks the rules where the call itself failed. */
async function outcomeOf(stepCase: StepCase, name: FailingModel) {
  const { step } = stepCase;
  const reasoner = createOpenAIReasoner({ apiKey: 'k', baseURL: failing.baseURLs[name], models, timeoutMs: 600_000 });
  const run = (engine: 'configured' | 'offline') => reasoner.run(step, stepCase.input(), { ...call, engine });
  const asked = await run('configured').catch((error: unknown) => toFailure(error));
  if (!(asked instanceof ApplicationFailure)) {
    const { value, cost } = asked as Awaited<ReturnType<typeof run>>;
    const lost = cost.degradations.filter(({ isByRule }) => isByRule === true);
    return { value, engine: cost.engine, failed: lost.map((one) => one.step), cause: lost[0]?.cause };
  }
  const { value, cost } = await run('offline');
  return { value, engine: cost.engine, failed: [step.name], cause: asked.message };
}

/** The cause, and behind it what to do. */
const NAMED: Readonly<Record<FailingModel, RegExp>> = {
  down: /refused the connection.+\. Check OPENAI_BASE_URL/,
  refusing: /was refused: it said "I cannot help with that\."\. Ask in other words/,
  filtered: /was stopped by the content filter of the endpoint\. Ask in other words/,
  talking: /(?:contained no JSON object|was empty|could not be read).* Choose another model/,
  shapeless: /did not fit the schema.+ Choose another model/,
  cut: /was cut off at the length limit.+model.max-tokens/,
};

describe.each(FAILING_MODELS)('a model that is %s', (name) => {
  // Any text has the form of a text: what it says is the matter of the activity.
  const isText = ({ step }: StepCase): boolean => step.writes === 'markdown';
  it.each(STEP_CASES.filter((one) => name !== 'shapeless' || !isText(one)))(
    'leaves $name to its rule, and the failure is named',
    async (stepCase) => {
      const { value, engine, failed, cause } = await outcomeOf(stepCase, name);

      expect(value).toEqual(await stepCase.step.offline(stepCase.input()));
      expect(engine).toBe('offline');
      expect(failed).toEqual([stepCase.step.name]);
      expect(cause).toMatch(NAMED[name]);
    },
  );
});
