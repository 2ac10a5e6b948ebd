import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { replyTo } from '../support/builders/scripted-answers.ts';
import { type ScriptedModelServer, startScriptedModelServer } from '../support/servers/scripted-model-server.ts';
import { createRealResearch, type FinishedResearch, type RealResearch } from '../support/worlds/real-research.ts';

const LAMP = `# Harbour lamp

## Burning time

The harbour lamp burns for nine hours on one filling of rapeseed oil.
The keeper trims the wick at midnight and notes it in the log of the harbour.
`;
const QUESTION = 'How long does the harbour lamp burn on one filling?';

let server: ScriptedModelServer;
let research: RealResearch;
let base: FinishedResearch;

beforeEach(async () => {
  server = await startScriptedModelServer();
  server.answerBy((request) => replyTo(request));
  research = await createRealResearch(inject('temporalAddress'), { 'lamp.md': LAMP }, server.baseURL);
  base = await research.run(QUESTION);
});

afterEach(async () => {
  await research.dispose();
  await server.close();
  server.assertDone();
});

/** The steps that the model is asked for while something runs. */
async function askedFor(
  run: () => Promise<FinishedResearch>,
): Promise<FinishedResearch & { readonly steps: readonly string[] }> {
  const before = server.requests.length;
  const finished = await run();
  return { ...finished, steps: server.requests.slice(before).map(({ step }) => step) };
}

const calledOf = ({ calls }: FinishedResearch): Set<string> => new Set(calls.calls.map(({ name }) => name));

describe('a fork without changes', () => {
  it('asks the model nothing, from whichever point, also where only its own answers may be used', async () => {
    for (const from of ['plan', 'research', 'synthesis'] as const) {
      const fork = await askedFor(() => research.fork(base.record.researchId, { from, settings: { fresh: true } }));

      expect(fork.steps).toEqual([]);
      expect(fork.record.report.summary).toEqual(base.record.report.summary);
      expect(fork.record.report.stats.usage).toMatchObject({ modelCalls: 0, modelTokens: 0 });
      expect(fork.record.ledger?.entries.every(({ requests }) => requests === 0)).toBe(true);
      expect(fork.record.ledger?.reusedFrom).toEqual([
        {
          researchId: base.record.researchId,
          answers: new Set(server.requests.map(({ body }) => JSON.stringify(body))).size,
        },
      ]);
    }
  });
});

describe('what a fork keeps', () => {
  it('from the plan on: what was meant', async () => {
    const fork = await research.fork(base.record.researchId, { from: 'plan' });
    const called = calledOf(fork);
    expect(called.has('assessClarity')).toBe(false);
    expect(called.has('planResearch')).toBe(true);
    expect(fork.record.anchor).toEqual(base.record.anchor);
  });
});
