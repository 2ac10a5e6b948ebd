import {
  answer,
  hang,
  type ModelReply,
  type ModelRequest,
  startScriptedModelServer,
} from '../servers/scripted-model-server.ts';

export interface ScriptedAnswers {
  readonly baseURL: string;
  /** Resolves when the request that was to hang has arrived. */
  readonly hanging: Promise<void>;
  countByStep(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/**
 * A model that answers every step of a run about the lamp documents, by what the prompt holds.
 *
 * @param hangOnceAt the first request of this step is never answered
 */
export async function answerWholeRun({ hangOnceAt }: { readonly hangOnceAt?: string } = {}): Promise<ScriptedAnswers> {
  const server = await startScriptedModelServer();
  const { promise: hanging, resolve: announceHang } = Promise.withResolvers<void>();
  let hasHung = false;
  server.answerBy((request) => {
    if (request.step === hangOnceAt && !hasHung) {
      hasHung = true;
      announceHang();
      return hang;
    }
    return replyTo(request);
  });
  return {
    baseURL: server.baseURL,
    hanging,
    countByStep() {
      const counts: Record<string, number> = {};
      for (const { step } of server.requests) counts[step] = (counts[step] ?? 0) + 1;
      return counts;
    },
    close: () => server.close(),
  };
}

/** A report in the shape of the step's answer, empty but for what is given. */
export function synthesisOf(parts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const empty = { summary: [], overview: [], keyFindings: [], sections: [], conflicts: [], limitations: [] };
  return { ...empty, remainingGaps: [], ...parts };
}

/** What the model answers to a step; `replaced` has the answers that differ, by step. */
export function replyTo(
  { step, messages }: ModelRequest,
  replaced: Readonly<Record<string, unknown>> = {},
): ModelReply | undefined {
  const prompt = messages.map(({ content }) => content).join('\n');
  const passageIds = [...prompt.matchAll(/<(?:passage|finding) id="([^"]+)">/g)].map((match) => match[1] ?? '');
  const quoted = [...prompt.matchAll(/\[(\w+q\d+)\] "([^"]*)"/g)];
  const citations = quoted
    .filter(([, , text]) => text?.includes('nine hours'))
    .map(([, key]) => key ?? '')
    .slice(0, 1);
  const claim = { text: 'The harbour lamp burns for nine hours on one filling of rapeseed oil.', citations };
  const replies: Record<string, unknown> = {
    'assess-clarity': {
      keyEntities: ['harbour lamp'],
      namedReferences: [],
      scope: 'burning time of the harbour lamp',
      knowledgeGaps: [],
      coverage: 0.9,
      questions: [],
    },
    'plan-research': { tasks: [{ text: 'How long does the harbour lamp burn?', rationale: 'the question itself' }] },
    'rewrite-query': { queries: ['harbour lamp burns hours filling'] },
    'score-relevance': { scores: passageIds.map((id) => ({ id, score: 0.9, reason: 'about the lamp' })) },
    'extract-findings': {
      passages: passageIds.map((id) => ({
        id,
        information: 'The lamp burns for nine hours.',
        quotes: [{ text: 'burns for nine hours on one filling of rapeseed oil', reason: 'the figure' }],
        relevance: 0.9,
        relevanceReason: 'says how long',
      })),
    },
    'summarize-task': {
      summary: claim.text,
      keyFindings: [claim],
      relevance: 0.9,
      relevanceReason: 'it says how long',
      gaps: [],
    },
    'score-references': { scores: passageIds.map((id) => ({ id, score: 0.2, reason: 'another subject' })) },
    'validate-relevance': { scores: passageIds.map((id) => ({ id, score: 0.9, reason: 'answers it' })) },
    'synthesize-report': synthesisOf({ summary: [claim] }),
  };
  const reply = replaced[step] ?? replies[step];
  return reply === undefined ? undefined : answer(reply);
}
