import type { Activities } from '@plumbline/contracts/activities';
import type { BriefingInput } from '@plumbline/contracts/briefings/briefing-activities';
import { FailureType } from '@plumbline/contracts/common/failure-types';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { theme } from '../support/builders/briefing-fixtures.ts';
import { scriptActivities, type ScriptedActivities } from '../support/builders/scripted-activities.ts';
import {
  findsEverything,
  findsOnePage,
  judgeAll,
  opened,
  scriptedSettings,
} from '../support/builders/scripted-briefings.ts';
import { scriptedHit } from '../support/builders/scripted-passages.ts';
import { runBriefing } from '../support/worlds/scripted-briefing-run.ts';
import { createWorkflowWorld, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const run = (scripted: ScriptedActivities, changes?: Partial<BriefingInput>, shape?: string) =>
  runBriefing(world, scripted, changes, shape);

describe('the layers of a briefing', () => {
  it('loads the state first, then the canonical documents, and searches live only after both', async () => {
    const { outcome, record, order } = await run(scriptActivities(findsEverything), {}, 'briefing');

    expect(outcome).toMatchObject({ status: 'published', slotId: '2026-03-06', diagnostics: [] });
    const steps = ['openBriefing', 'listIssues', 'readCanon', 'searchWeb', 'composeBriefing', 'publishBriefing'];
    expect(steps.map((name) => order.indexOf(name))).toEqual(
      steps.map((name) => order.indexOf(name)).toSorted((a, b) => a - b),
    );
    expect(order.indexOf('openBriefing')).toBe(0);
    expect(record?.themes.map(({ delta, claims }) => [delta, claims.map(({ mark }) => mark)])).toEqual([
      ['changed', ['new']],
    ]);
  });

  it('halts before any retrieval when the themes are missing, and files a critical task', async () => {
    const openBriefing: Activities['openBriefing'] = async () => ({
      status: 'halted',
      settings: scriptedSettings(),
      reason: 'state/active_themes.yml is missing',
    });
    const scripted = scriptActivities({ ...findsEverything, openBriefing });
    const { outcome, order } = await run(scripted, {}, 'briefing-halted');

    expect(outcome).toMatchObject({ status: 'halted', outputPath: null, reason: 'state/active_themes.yml is missing' });
    expect(order).toEqual(['openBriefing', 'listIssues', 'fileIssues']);
    expect(scripted.inputsOf('fileIssues')[0]?.wanted).toMatchObject([
      { code: 'STATE_MISSING', type: 'task', severity: 'critical' },
    ]);
  });

  const withDigest = (words: number) => {
    const continuity = `## 2026-03-05 daily\n${'lamp '.repeat(words)}`;
    return run(scriptActivities({ ...findsEverything, openBriefing: opened(undefined, {}, { continuity }) }));
  };

  it('is written with a note where the state exceeds its own cap', async () => {
    const { outcome, record } = await withDigest(2_000);

    expect(outcome.status).toBe('published');
    expect(record?.notes.join()).toMatch(/state has \d+ tokens, its cap is 1200: it is whole/);
  });

  it('halts with the figures where the state leaves no room for anything else', async () => {
    const { outcome, order } = await withDigest(8_000);

    expect(outcome.status).toBe('halted');
    expect(outcome.reason).toMatch(/have \d+ tokens, the total is 9000/);
    expect(order).not.toContain('publishBriefing');
  });

  it('does nothing when the slot was written before', async () => {
    const openBriefing: Activities['openBriefing'] = async () => ({
      status: 'repeated',
      outputPath: 'outputs/daily/x.md',
    });
    const { outcome, order } = await run(scriptActivities({ openBriefing }), {}, 'briefing-repeated');

    expect(outcome).toMatchObject({ status: 'repeated', outputPath: 'outputs/daily/x.md' });
    expect(order).toEqual(['openBriefing']);
  });
});

describe('the budget', () => {
  const manyThemes = Array.from({ length: 9 }, (_, index) =>
    theme({
      id: `theme-${index}`,
      title: `Theme ${index}`,
      conviction: 9,
      watchpoints: [],
      tomorrowsFocus: [`Norhaven ${index}`],
    }),
  );

  it.each([
    { kind: 'daily', budget: 12 },
    { kind: 'deep-daily', budget: 20 },
    { kind: 'weekly', budget: 6 },
    { kind: 'on-demand', budget: 8 },
  ] as const)('of a $kind is never exceeded, corrective queries included', async ({ kind, budget }) => {
    const scripted = scriptActivities({
      ...findsEverything,
      openBriefing: opened(manyThemes),
      // Nobody lists the sources: every item is reported and wants a correction, every theme is thin.
      gradeResults: async ({ hits }) => hits.map(({ locator }) => ({ locator, tier: null, outlet: 'lamps.example' })),
    });
    const { record, outcome } = await run(scripted, { kind });

    expect(scripted.inputsOf('searchWeb')).toHaveLength(budget);
    expect(record?.requests).toBe(budget);
    expect(record?.droppedQueries).toBeGreaterThan(0);
    expect(outcome.diagnostics.map(({ code }) => code)).toContain('BUDGET_EXCEEDED');
  });

  it('counts a request for each provider', async () => {
    const web = { providers: ['searxng', 'wikipedia'] };
    const scripted = scriptActivities({
      ...findsEverything,
      openBriefing: opened(manyThemes, { web, budget: { daily: 5 } }),
    });
    const { record } = await run(scripted);

    expect(scripted.inputsOf('searchWeb')).toHaveLength(4);
    expect(record?.queries).toHaveLength(2);
  });
});

describe('a page behind a redirect', () => {
  it('is judged by where it was read: what leads to tier 3 is rejected', async () => {
    const scripted = scriptActivities({
      ...findsOnePage,
      readPage: async ({ hit }) => {
        const locator = 'https://blog.example/lamps';
        return { hits: [{ ...scriptedHit(locator, hit.title), locator, publishedAt: hit.publishedAt }], problem: null };
      },
      gradeResults: async ({ hits }) =>
        hits.map(({ locator }) => ({ locator, tier: locator.includes('blog') ? 3 : 1, outlet: new URL(locator).host })),
    });
    const { record } = await run(scripted, {}, 'briefing-redirected');

    expect(record?.results).toMatchObject([{ verdict: 'rejected', reason: 'source of tier 3' }]);
    expect(record?.items).toEqual([]);
  });
});

describe('a reported item', () => {
  const reported = (tierOfCorrection: 1 | null): Partial<Activities> => ({
    ...findsEverything,
    // The corrective query finds a page of its own.
    gradeResults: async ({ hits }) =>
      hits.map(({ locator }) => ({
        locator,
        tier: locator.includes('Does') ? null : tierOfCorrection,
        outlet: locator.includes('Does') ? 'letter.example' : 'office.example',
      })),
    judgeFindings: async (input) => {
      const { value, cost } = await judgeAll(input);
      const relations = value.items.flatMap(({ itemId }) =>
        input.earlierItems.map((other) => ({
          itemId,
          otherId: other.itemId,
          relation: 'same' as const,
          difference: '',
        })),
      );
      return { value: { ...value, relations }, cost };
    },
  });

  it('that touches a mechanism gets exactly one query, for sources of tier 1, and is confirmed by what it finds', async () => {
    const scripted = scriptActivities(reported(1));
    const { record } = await run(scripted, {}, 'briefing-corrected');

    const corrections = record?.queries.filter(({ origin }) => origin === 'correction') ?? [];
    expect(corrections).toMatchObject([{ targetTiers: [1], itemId: expect.any(String) }]);
    expect(record?.corrections).toMatchObject([{ isConfirmed: true }]);
    expect(record?.themes[0]?.claims).toMatchObject([{ status: 'confirmed' }]);
  });

  it('stays reported when the query finds nothing of tier 1', async () => {
    const { record } = await run(scriptActivities(reported(null)));

    expect(record?.corrections).toMatchObject([{ isConfirmed: false }]);
    expect(record?.themes[0]?.claims).toMatchObject([{ status: 'reported' }]);
  });
});

describe('what fails', () => {
  it('in the issue tracker costs the issues, not the briefing', async () => {
    const fileIssues: Activities['fileIssues'] = async () => {
      throw ApplicationFailure.nonRetryable('LINEAR_API_KEY is not set');
    };
    const scripted = scriptActivities({
      ...findsOnePage,
      openBriefing: opened([theme({ conviction: 9 })]),
      fileIssues,
    });
    const { outcome, record } = await run(scripted, {}, 'briefing-unfiled');

    expect(outcome).toMatchObject({ status: 'published', issues: [] });
    expect(record?.unfiledIssues).toMatchObject({
      reason: 'LINEAR_API_KEY is not set',
      issues: [{ code: 'THIN_COVERAGE' }],
    });
  });

  it('in the search is told in the header, and nothing is invented', async () => {
    const searchWeb: Activities['searchWeb'] = async () => {
      throw ApplicationFailure.nonRetryable('searxng is down', FailureType.ProviderUnavailable);
    };
    const { outcome, record } = await run(
      scriptActivities({ ...findsEverything, searchWeb }),
      {},
      'briefing-without-search',
    );

    expect(outcome.status).toBe('published');
    expect(record?.notes.join(' ')).toContain('searxng could not be searched');
    expect(record?.themes.map(({ delta, claims }) => [delta, claims])).toEqual([['ongoing', []]]);
  });
});

describe('a backfill', () => {
  it('files no issues and leaves the state alone', async () => {
    const scripted = scriptActivities({ ...findsOnePage, openBriefing: opened([theme({ conviction: 9 })]) });
    const { record } = await run(scripted, { isBackfill: true }, 'briefing-backfill');

    expect(scripted.inputsOf('fileIssues')).toEqual([]);
    expect(scripted.inputsOf('publishBriefing')).toMatchObject([{ themes: [], convictionEntries: [] }]);
    expect(record).toMatchObject({ isBackfill: true, unfiledIssues: { issues: [{ code: 'THIN_COVERAGE' }] } });
  });
});
