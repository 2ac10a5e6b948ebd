import { answer, hang, type ModelRequest, raw, startScriptedModelServer } from '../servers/scripted-model-server.ts';
import { LAMP } from './scripted-answers.ts';
import { answerStep } from './step-answers.ts';

/** A model of several runs about the lamp documents, whose requests can be left without an answer while something is killed. */
export interface KillModel {
  readonly baseURL: string;
  /** In order of arrival. */
  readonly requests: readonly ModelRequest[];
  /** The next request of this step, or to the model of this name, is never answered. Resolves when it has arrived. */
  hangOnceAt(name: string): Promise<void>;
  /** While held, extraction is answered with a server that is busy. */
  hold(isNow: boolean): void;
  countByStep(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/** @param questions of the runs; the only task of each is its question, so that runs ask different things */
export async function startKillModel(questions: readonly string[]): Promise<KillModel> {
  const server = await startScriptedModelServer();
  const hangings = new Map<string, () => void>();
  let isHeld = false;
  server.answerBy((request) => {
    const { step, model, messages } = request;
    const name = [step, model].find((one) => hangings.has(one));
    if (name !== undefined) {
      hangings.get(name)?.();
      hangings.delete(name);
      return hang;
    }
    if (isHeld && step === 'extract-findings') return raw(503, 'later', { 'retry-after-ms': '500' });
    const prompt = messages.map(({ content }) => content).join('\n');
    const asked = questions.filter((question) => prompt.includes(question)).slice(0, 1);
    const reply = answerStep({ step, prompt }, { ...LAMP, tasks: () => asked });
    return reply === undefined ? undefined : answer(reply);
  });
  return {
    baseURL: server.baseURL,
    requests: server.requests,
    hangOnceAt: (name) => new Promise((resolve) => hangings.set(name, resolve)),
    hold: (isNow) => void (isHeld = isNow),
    countByStep: () =>
      Object.fromEntries(
        [...Map.groupBy(server.requests, ({ step }) => step)].map(([step, all]) => [step, all.length]),
      ),
    close: () => server.close(),
  };
}
