import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import type { Reasoner } from '@plumbline/model/reasoner';
import PQueue from 'p-queue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestActivities } from '../support/builders/test-activities.ts';
import { BROKEN_MODELS, type BrokenModel, startBrokenModel } from '../support/servers/broken-model.ts';
import { askOffline, type OfflineAnswer } from './offline-answers.ts';
import { PLAIN_DOCUMENTS, PLAIN_QUESTIONS, type PlainQuestion } from './plain-questions.ts';

const TIMEOUT_MS = 20_000;
/** For an answer that never comes. */
const SILENCE_MS = 50;

/** @param concurrency of questions; with one at a time, a model's answers come in the same order every time */
async function answerAll(reasoner: Reasoner, concurrency = 1): Promise<Map<PlainQuestion, OfflineAnswer>> {
  const world = await createTestActivities(reasoner, PLAIN_DOCUMENTS);
  const queue = new PQueue({ concurrency });
  try {
    const answers = new Map<PlainQuestion, OfflineAnswer>();
    const answer = async (asked: PlainQuestion): Promise<void> => {
      answers.set(asked, await askOffline(world, asked.question, asked.language));
    };
    await queue.addAll(PLAIN_QUESTIONS.map((asked) => () => answer(asked)));
    return answers;
  } finally {
    await world.dispose();
  }
}

/** By the rules where a request fails, as a run does it. */
function orByRule(reasoner: Reasoner): Reasoner {
  const offline = createOfflineReasoner();
  return {
    run: async (step, input, call) => reasoner.run(step, input, call).catch(() => offline.run(step, input, call)),
  };
}

let offline: Map<PlainQuestion, OfflineAnswer>;
beforeAll(async () => {
  offline = await answerAll(createOfflineReasoner());
});

describe.each(BROKEN_MODELS)('a model that is %s', (kind) => {
  let model: BrokenModel;
  let answers: Map<PlainQuestion, OfflineAnswer>;

  beforeAll(async () => {
    model = await startBrokenModel(kind);
    const models = { small: 'broken', main: 'broken' };
    const options = {
      apiKey: 'k',
      baseURL: model.baseURL,
      models,
      timeoutMs: kind === 'silent' ? SILENCE_MS : TIMEOUT_MS,
    };
    // Half a minute would pass in waiting for one request after another.
    const concurrency = kind === 'silent' ? PLAIN_QUESTIONS.length : 1;
    answers = await answerAll(orByRule(createOpenAIReasoner(options)), concurrency);
  });

  afterAll(() => model.close());

  it('is asked', () => {
    expect(model.countRequests()).toBeGreaterThan(PLAIN_QUESTIONS.length);
  });

  it.each(PLAIN_QUESTIONS)('spoils no report on a question that asks $asks', (asked) => {
    const [rule, said] = [offline.get(asked), answers.get(asked)];

    expect(said?.claims).toEqual(rule?.claims);
    for (const phrase of asked.phrases) {
      expect(rule?.shown.join('\n')).toContain(phrase);
      expect(said?.shown.join('\n')).toContain(phrase);
    }
    expect(said?.problems).toEqual([]);
  });
});
