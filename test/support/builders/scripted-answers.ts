import {
  answer,
  hang,
  type ModelReply,
  type ModelRequest,
  raw,
  startScriptedModelServer,
} from '../servers/scripted-model-server.ts';
import { answerStep, type ReadPrompt, type ScriptedKnowledge } from './step-answers.ts';

export interface ScriptedAnswers {
  readonly baseURL: string;
  /** Resolves when the request that was to hang has arrived. */
  readonly hanging: Promise<void>;
  /** While held, that step is answered with a server that is busy. */
  hold(isNow: boolean): void;
  countByStep(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/**
 * A model that answers every step of a run about the lamp documents, by what the prompt holds.
 *
 * @param hangOnceAt the first request of this step is never answered; while the answers are held, none of it is
 */
export async function answerWholeRun({ hangOnceAt }: { readonly hangOnceAt?: string } = {}): Promise<ScriptedAnswers> {
  const server = await startScriptedModelServer();
  const { promise: hanging, resolve: announceHang } = Promise.withResolvers<void>();
  let hasHung = false;
  let isHeld = false;
  server.answerBy((request) => {
    if (request.step === hangOnceAt && !hasHung) {
      hasHung = true;
      announceHang();
      return hang;
    }
    return request.step === hangOnceAt && isHeld ? raw(503, 'later', { 'retry-after-ms': '500' }) : replyTo(request);
  });
  return {
    baseURL: server.baseURL,
    hanging,
    hold: (isNow) => void (isHeld = isNow),
    countByStep() {
      const counts: Record<string, number> = {};
      for (const { step } of server.requests) counts[step] = (counts[step] ?? 0) + 1;
      return counts;
    },
    close: () => server.close(),
  };
}

/** What the model knows about the lamp documents. */
export const LAMP: ScriptedKnowledge = {
  keyEntities: ['harbour lamp'],
  scope: 'burning time of the harbour lamp',
  coverage: 0.9,
  tasks: () => ['How long does the harbour lamp burn?'],
  rationale: 'the question itself',
  queries: () => ['harbour lamp burns hours filling'],
  extraction: () => ({
    information: 'The lamp burns for nine hours.',
    quotes: [{ text: 'burns for nine hours on one filling of rapeseed oil', reason: 'the figure' }],
    relevance: 0.9,
  }),
  report: ({ quotes }) => ({ summary: [claimAbout(quotes)] }),
};

function claimAbout(quotes: ReadPrompt['quotes']) {
  const cited = quotes.filter(({ text }) => text.includes('nine hours')).slice(0, 1);
  return {
    text: 'The harbour lamp burns for nine hours on one filling of rapeseed oil.',
    citations: cited.map(({ key }) => key),
  };
}

/** What the model answers to a step; `replaced` has the answers that differ, by step. */
export function replyTo(
  { step, messages }: Pick<ModelRequest, 'step' | 'messages'>,
  replaced: Readonly<Record<string, unknown>> = {},
): ModelReply | undefined {
  const prompt = messages.map(({ content }) => content).join('\n');
  const reply = replaced[step] ?? answerStep({ step, prompt }, LAMP);
  return reply === undefined ? undefined : answer(reply);
}
