import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LedgerEntry } from '@plumbline/contracts/common/metering';
import { readReport } from '@plumbline/report/reading';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { ForkChanges } from '../../client/runs/fork-request.ts';
import { temporaryFolder, writeFiles } from '../support/builders/corpus-fixtures.ts';
import { replyTo } from '../support/builders/scripted-answers.ts';
import { type ScriptedModelServer, startScriptedModelServer } from '../support/servers/scripted-model-server.ts';
import { createRealResearch, type FinishedResearch, type RealResearch } from '../support/worlds/real-research.ts';

const LAMP = `# Harbour lamp

## Burning time

The harbour lamp burns for nine hours on one filling of rapeseed oil.
The keeper trims the wick at midnight and notes it in the log of the harbour.
${Array.from(
  { length: 8 },
  (_, index) => `
## Visitors ${index}

Visitors may see how long the harbour lamp burns on Sunday ${index} of each month.
`,
).join('')}`;
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

/** A fork, and what the model was asked for it. */
async function fork(of: FinishedResearch, changes: ForkChanges) {
  const before = server.requests.length;
  const forked = await research.fork(of.record.researchId, changes);
  return { ...forked, requests: server.requests.slice(before) };
}

const sum = ({ record }: FinishedResearch, count: (entry: LedgerEntry) => number): number =>
  (record.ledger?.entries ?? []).reduce((total, entry) => total + count(entry), 0);

/** What people can read behind the report. */
const accountOf = ({ record }: FinishedResearch): string => JSON.stringify(readReport(record).behind);

/** Different questions that the model answered. */
const answersOf = (requests: ScriptedModelServer['requests']): number =>
  new Set(requests.map(({ body }) => JSON.stringify(body))).size;

describe('a fork without changes', () => {
  it.each(['plan', 'research', 'synthesis'] as const)(
    'asks the model nothing from %s on, also where only its own answers may be used',
    async (from) => {
      const forked = await fork(base, { from, settings: { fresh: true } });

      expect(forked.requests).toEqual([]);
      expect(forked.record.report.summary).toEqual(base.record.report.summary);
      expect(forked.record.report.stats.usage).toMatchObject({ modelCalls: 0, modelTokens: 0 });
      expect(sum(forked, ({ requests }) => requests)).toBe(0);
      expect(forked.record.ledger?.reusedFrom).toEqual([
        { researchId: base.record.researchId, answers: answersOf(server.requests) },
      ]);
      expect(accountOf(forked)).toContain(`Forked from the run ${base.record.researchId}`);
    },
    180_000,
  );
});

describe('a fork with changes', () => {
  it('asks only for what the change makes different, and says what was changed', async () => {
    const forked = await fork(base, { from: 'research', settings: { model: 'other' } });

    const steps = new Set(forked.requests.map(({ step }) => step));
    expect([...steps].filter((step) => /clarity|plan/.test(step))).toEqual([]);
    expect(steps.has('synthesize-report')).toBe(true);
    expect(forked.requests.length).toBe(sum(forked, ({ requests }) => requests));
    expect(forked.requests.length).toBeLessThan(answersOf(server.requests) - forked.requests.length);
    const changes = [expect.objectContaining({ name: 'settings.model', b: 'other' }) as unknown];
    expect(forked.record.request.forkedFrom).toEqual({
      researchId: base.record.researchId,
      from: 'research',
      changes,
      ancestors: [],
    });
    expect(accountOf(forked)).toMatch(/changed: model .*other/);
  });

  it('has only the report written by another model', async () => {
    const forked = await fork(base, { from: 'synthesis', settings: { model: 'vendor/other:1' } });

    expect(forked.requests.map(({ model }) => model)).toEqual(forked.requests.map(() => 'vendor/other:1'));
    expect(forked.requests.map(({ step }) => step)).toContain('synthesize-report');
    expect(forked.requests.filter(({ step }) => /plan|rewrite|score|extract|validate/.test(step))).toEqual([]);
    expect(forked.record.findings).toEqual(base.record.findings);
  });

  it('counts what it is asked against its limits, and not what is stored', async () => {
    const forked = await fork(base, {
      from: 'synthesis',
      settings: { model: 'other', limits: { modelCalls: 6 } },
    });

    expect(forked.record.report.stats.usage.modelCalls).toBe(forked.requests.length);
    expect(forked.record.gaps).toEqual(base.record.gaps);
  });

  it('finds what a further folder has, and keeps the plan', async () => {
    const addition = 'The harbour lamp burns for ten hours when it is filled with colza oil on one filling.';
    const added = await temporaryFolder();
    const folder = join(added.path, 'minutes');
    await writeFiles(folder, { 'minutes.md': `# Minutes\n\n${addition}\n` });

    const forked = await fork(base, { from: 'research', addedFolders: [folder] });
    await added.dispose();

    expect(forked.record.plan).toEqual(base.record.plan);
    expect(forked.record.sources.map(({ locator }) => locator)).toContain('minutes/minutes.md');
    expect(forked.record.request.forkedFrom?.changes).toMatchObject([{ name: 'corpusDirectories' }]);
  });
});

describe('the documents of a fork', () => {
  it('are the stored texts where findings are kept, and those of today where it researches', async () => {
    await writeFile(join(research.folder, 'lamp.md'), '# Harbour lamp\n\nThe harbour lamp was taken down.\n');

    const kept = await fork(base, { from: 'synthesis' });
    const anew = await fork(base, { from: 'research' });

    expect(kept.record.report.summary).toEqual(base.record.report.summary);
    expect(kept.record.report.quality.quotesRejected).toBe(0);
    expect(anew.markdown).not.toContain('nine hours');
  });
});

describe('a fork of a fork', () => {
  it('uses the answers of both, and names both', async () => {
    const first = await fork(base, { from: 'research', settings: { model: 'other' } });
    const second = await fork(first, { from: 'plan', settings: { fresh: true } });

    expect(second.requests).toEqual([]);
    expect(second.record.request.forkedFrom).toMatchObject({
      researchId: first.record.researchId,
      ancestors: [base.record.researchId],
    });
    expect(second.record.ledger?.reusedFrom.map(({ researchId }) => researchId)).toEqual(
      [base.record.researchId, first.record.researchId].sort(),
    );
  });
});

describe('a run that cannot be forked', () => {
  it('is named with what to do: unknown, gone, or not so far yet', async () => {
    await research.withWorkers(async (world) => {
      const forkedFrom = { researchId: 'nobody', from: 'plan' };
      const orphan = await world.start({}, { corpusDirectories: [research.folder], forkedFrom });
      await expect(orphan.result()).rejects.toMatchObject({
        cause: {
          message: 'There is no record of what "nobody" settled.',
          type: 'OriginUnavailable',
        },
      });
    });
  });
});
