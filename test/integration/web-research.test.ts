import type { Activities } from '@plumbline/contracts/activities';
import type { PassageHit, SearchHit } from '@plumbline/contracts/evidence/search-hit';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scriptActivities, type ScriptedActivities } from '../support/builders/scripted-activities.ts';
import { reasoned, scriptedDraft } from '../support/builders/scripted-evidence.ts';
import { scriptedHit } from '../support/builders/scripted-passages.ts';
import { createWorkflowWorld, keepHistory, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

function pageHit(name: string, query: string): SearchHit {
  return {
    ...scriptedHit(name, query),
    provider: 'wikipedia',
    locator: `https://lamps.example/${name}`,
    passage: null,
  };
}

function passageOf(hit: SearchHit, index: number): PassageHit {
  return { ...scriptedHit(`${hit.locator}#${index}`, hit.query ?? ''), locator: hit.locator };
}

/** Two providers, each with one page; every page has two passages. */
const WEB: Partial<Activities> = {
  planResearch: async ({ anchor }) =>
    reasoned({ tasks: [{ taskId: 't1', text: anchor.originalQuestion, rationale: '' }] }),
  searchWeb: async ({ provider, query }) => ({ hits: [pageHit(provider, query)], notes: [] }),
  readPage: async ({ hit }) => ({ hits: [passageOf(hit, 1), passageOf(hit, 2)], problem: null }),
};

const ON_THE_WEB = {
  corpusDirectories: [],
  web: { providers: ['wikipedia', 'searxng'], domainBlock: ['bad.example'], since: '2024-01-01' },
};

async function research(scripted: ScriptedActivities, request: Record<string, unknown>, shape?: string) {
  await world.withWorkers(scripted, async () => {
    const handle = await world.start({ maxRounds: 0 }, request);
    await handle.result();
    if (shape !== undefined) await keepHistory(handle, shape);
  });
  const [published] = scripted.inputsOf('publishReport');
  if (published === undefined) throw new Error('the run publishes its report');
  return published;
}

describe('the queue of a provider', () => {
  it('is not divided, so that its rate is that of the provider', async () => {
    const taskQueue = { name: `${world.taskQueue}-web-wikipedia` };

    const queue = await world.client.workflowService.listTaskQueuePartitions({ namespace: 'default', taskQueue });

    expect(queue.activityTaskQueuePartitions).toHaveLength(1);
  });
});

describe('research on the web', () => {
  it('asks every provider, fetches the relevant pages, and reads their best passages', async () => {
    const scripted = scriptActivities(WEB);

    const published = await research(scripted, ON_THE_WEB, 'web');

    const asked = scripted.inputsOf('searchWeb').map(({ provider }) => provider);
    expect(new Set(asked)).toEqual(new Set(['wikipedia', 'searxng']));
    expect(scripted.inputsOf('searchWeb')[0]).toMatchObject({ domainBlock: ['bad.example'], since: '2024-01-01' });
    expect(
      scripted
        .inputsOf('readPage')
        .map(({ hit }) => hit.locator)
        .sort(),
    ).toEqual(['https://lamps.example/searxng', 'https://lamps.example/wikipedia']);
    expect(published.findings.map(({ passageId }) => passageId)).toEqual([
      'https://lamps.example/wikipedia#1',
      'https://lamps.example/wikipedia#2',
      'https://lamps.example/searxng#1',
      'https://lamps.example/searxng#2',
    ]);
    expect(published.telemetry.counts).toMatchObject({ read: 4, failed: 0 });
    expect(scripted.inputsOf('searchFolder')).toEqual([]);
  });

  it('mixes folders and web in one ranking', async () => {
    const scripted = scriptActivities(WEB);

    await research(scripted, { ...ON_THE_WEB, corpusDirectories: ['/norms', '/more/norms'] });

    // One search over all folders, so that their passages are ranked together.
    expect(new Set(scripted.inputsOf('searchFolder').map(({ corpusId }) => corpusId))).toEqual(
      new Set(['norms=c1+norms~2=c1']),
    );
    expect(scripted.inputsOf('searchWeb').length).toBeGreaterThan(0);
  });

  it('names a search in which nothing was searched, asks the provider again, and limits what it says of absence', async () => {
    const blocked = 'searxng: its search engines did not answer: google (CAPTCHA)';
    const searchWeb: Activities['searchWeb'] = async ({ provider, query }) =>
      provider === 'searxng'
        ? { hits: [], notes: [], problem: blocked }
        : { hits: [pageHit(provider, query)], notes: [] };
    const missingSubject = { words: ['whales'], unknown: ['whales'] };
    const synthesizeReport: Activities['synthesizeReport'] = async () =>
      reasoned({ ...scriptedDraft([]), missingSubject });
    const scripted = scriptActivities({ ...WEB, searchWeb, synthesizeReport });
    const { gaps, diagnostics, telemetry } = await research(scripted, ON_THE_WEB);

    expect(new Set(gaps.map(({ kind, cause }) => `${kind} ${cause}`))).toEqual(new Set([`search-failed ${blocked}`]));
    expect(telemetry.counts.failed).toBe(gaps.length);
    expect(diagnostics).toMatchObject([
      { code: 'SUBJECT_NOT_COVERED', inPart: true },
      { code: 'READ_IN_PART', usesWeb: true, gapCount: gaps.length },
    ]);
  });

  it('names an unreadable page as a gap and continues with the others', async () => {
    const scripted = scriptActivities({
      ...WEB,
      readPage: async ({ hit }) =>
        hit.locator.endsWith('wikipedia')
          ? { hits: [], problem: 'robots.txt does not allow it' }
          : { hits: [passageOf(hit, 1)], problem: null },
    });

    const { gaps, findings } = await research(scripted, ON_THE_WEB, 'page-unread');

    expect(gaps).toEqual([
      expect.objectContaining({
        kind: 'page-unread',
        subject: 'https://lamps.example/wikipedia',
        cause: 'robots.txt does not allow it',
      }),
    ]);
    expect(findings).toHaveLength(1);
  });
});

describe('a provider that is down', () => {
  it('costs recall and a note, not the task, and is not asked again', async () => {
    const scripted = scriptActivities({
      ...WEB,
      planResearch: async () =>
        reasoned({ tasks: ['t1', 't2'].map((taskId) => ({ taskId, text: taskId, rationale: '' })) }),
      searchWeb: async ({ provider, query }) => {
        if (provider === 'searxng') throw ApplicationFailure.nonRetryable('SEARXNG_URL does not answer');
        return { hits: [pageHit(provider, query)], notes: [] };
      },
    });

    const { telemetry, gaps, findings } = await research(scripted, ON_THE_WEB, 'provider-failed');

    expect(telemetry.providerErrors).toEqual([{ provider: 'searxng', cause: 'SEARXNG_URL does not answer', count: 1 }]);
    expect(gaps.map(({ kind, subject }) => [kind, subject])).toEqual([['provider-failed', 'searxng']]);
    expect(scripted.inputsOf('searchWeb').filter(({ provider }) => provider === 'searxng')).toHaveLength(1);
    expect(findings.length).toBeGreaterThan(0);
  });

  it('fails the run by name when it is the only provider', async () => {
    const scripted = scriptActivities({
      ...WEB,
      searchWeb: async () => {
        throw ApplicationFailure.nonRetryable('SEARXNG_URL does not answer');
      },
    });

    const run = world.withWorkers(scripted, async () => (await world.start({}, ON_THE_WEB)).result());

    await expect(run).rejects.toMatchObject({ cause: { type: 'AllSearchesFailed' } });
  });
});

describe('links to the web', () => {
  const link = (url: string) => ({ url, text: url, sentence: `See ${url}.`, findingId: 't1f1' });
  const LINKED: Partial<Activities> = {
    ...WEB,
    followReferences: async ({ followsWeb }) => ({
      hits: [],
      unresolved: [],
      links: (followsWeb ? ['https://good.example/a', 'https://bad.example/b', 'https://good.example/gone'] : []).map(
        link,
      ),
    }),
    readPage: async ({ hit }) =>
      hit.locator.endsWith('gone')
        ? { hits: [], problem: 'it answers 404' }
        : { hits: [passageOf(hit, 1), passageOf(hit, 2), passageOf(hit, 3)], problem: null },
    scoreReferences: async ({ hits }) =>
      hits.map(({ passage: { passageId } }) => ({
        id: passageId,
        score: passageId.endsWith('#1') ? 0.9 : 0.1,
        reason: '',
      })),
  };

  it('are fetched within the domains of the request, and pass the gate like other references', async () => {
    const scripted = scriptActivities(LINKED);

    const { findings, telemetry, gaps } = await research(scripted, ON_THE_WEB, 'links-followed');

    const fetched = scripted.inputsOf('readPage').map(({ hit }) => hit.locator);
    expect(fetched).toContain('https://good.example/a');
    expect(fetched).not.toContain('https://bad.example/b');
    expect(findings.map(({ passageId }) => passageId)).toContain('https://good.example/a#1');
    expect(telemetry.references.refused.map(({ locator }) => locator)).toEqual(['https://good.example/a']);
    expect(telemetry.references.unresolved).toEqual([
      'https://bad.example/b (on the web; not followed)',
      'https://good.example/gone: it answers 404',
    ]);
    expect(gaps.filter(({ kind }) => kind === 'page-unread')).toEqual([]);
  });

  it('are not asked for by a run that may not use the web', async () => {
    const scripted = scriptActivities(LINKED);

    await research(scripted, {});

    expect(scripted.inputsOf('followReferences').map(({ followsWeb }) => followsWeb)).toEqual([false]);
    expect(scripted.inputsOf('readPage')).toEqual([]);
  });
});

describe('clarification on the web', () => {
  it('is summed up from pages that were read, and makes findings of them', async () => {
    const scripted = scriptActivities({
      ...WEB,
      searchWeb: async ({ provider, query }) => ({
        hits: ['a', 'b', 'c'].map((name) => pageHit(`${provider}-${name}`, query)),
        notes: [],
      }),
    });

    await world.withWorkers(scripted, async () => {
      const handle = await world.start({ maxRounds: 0, clarify: 'auto' }, ON_THE_WEB);
      await handle.result();
      await keepHistory(handle, 'clarified-on-the-web');
    });

    const [first] = scripted.inputsOf('readPage');
    expect(first?.task.taskId).toBe('clarification');
    expect(scripted.inputsOf('readPage').filter(({ task }) => task.taskId === 'clarification')).toHaveLength(2);
    const read = scripted.inputsOf('extractQuotes').flatMap(({ readings }) => readings);
    expect(read.filter(({ origin }) => origin === 'clarification').map(({ hit }) => hit.passage.passageId)).toEqual([
      'https://lamps.example/wikipedia-a#1',
      'https://lamps.example/searxng-a#1',
    ]);
  });

  it('notes once which page was read in part, and what a provider asked in vain', async () => {
    const searchWeb: Activities['searchWeb'] = async ({ provider, query }) => ({
      hits: [pageHit(provider, query)],
      notes: [],
      ...(provider === 'searxng' && { unanswered: [`google (${query})`] }),
    });
    const readPage: Activities['readPage'] = async ({ hit }) => ({
      hits: [passageOf(hit, 1)],
      problem: null,
      ...(hit.locator.endsWith('wikipedia') && { unread: 'page 2: no text' }),
    });
    const { telemetry } = await research(scriptActivities({ ...WEB, searchWeb, readPage }), ON_THE_WEB, 'in-part');

    expect(telemetry.qualityNotes.filter((note) => note.includes('in part'))).toEqual([
      'https://lamps.example/wikipedia was read only in part: page 2: no text',
    ]);
    expect(telemetry.qualityNotes.filter((note) => note.includes('did not answer'))).toHaveLength(1);
  });
});
