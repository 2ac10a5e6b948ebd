import type { Activities } from '@plumbline/contracts/activities';
import type { BriefingActivities, BriefingState } from '@plumbline/contracts/briefings/briefing-activities';
import { briefingSettingsSchema } from '@plumbline/contracts/briefings/briefing-settings';
import type { WebSettings } from '@plumbline/contracts/common/web-search';
import type { SearchHit } from '@plumbline/contracts/evidence/search-hit';
import { outputPathOf } from '../../../activities/briefings/briefing-paths.ts';
import { theme } from './briefing-fixtures.ts';
import { reasoned, scriptedFinding } from './scripted-evidence.ts';
import { readEach, scriptedHit } from './scripted-passages.ts';

/** Settings of a briefing that searches the web. */
export function scriptedSettings(changes: Record<string, unknown> = {}) {
  const web: Partial<WebSettings> = { providers: ['searxng'] };
  return briefingSettingsSchema.parse({ name: 'lamps', title: 'Lamps', web, providerOutageSeconds: 0, ...changes });
}

export function scriptedState(changes: Partial<BriefingState> = {}): BriefingState {
  return {
    themes: [theme({ conviction: 5, watchpoints: [] })],
    continuity: '',
    convictionLog: [],
    previous: null,
    readPassages: [],
    weekFindings: [],
    recent: [],
    notes: [],
    missedSlots: [],
    loaded: ['active-themes', 'continuity', 'conviction-log', 'previous-output'],
    ...changes,
  };
}

/** Every finding is one confirmed item of its query's theme. */
export const judgeAll: BriefingActivities['judgeFindings'] = async ({ findings, queries }) =>
  reasoned({
    items: findings.map(({ finding, queryId, tier, outlet, publishedAt }) => {
      const query = queries.find((one) => one.queryId === queryId);
      return {
        itemId: `i-${finding.findingId}`,
        queryId,
        themeId: query?.themeId ?? null,
        taxonomyId: query?.taxonomyId ?? null,
        text: finding.quotes[0]?.text ?? '',
        status: tier === null ? 'reported' : 'confirmed',
        locator: finding.locator,
        outlet,
        tier,
        publishedAt,
        citations: finding.quotes.map(({ key }) => key),
        touchesMechanism: tier === null,
        isRetraction: false,
        copyOf: null,
      };
    }),
    relations: [],
    rejected: [],
  });

/** A briefing of one theme with good state and one source of tier 1, whose pages are all confirmed. */
export const wellBehavedBriefings: BriefingActivities = {
  openBriefing: async () => ({
    status: 'open',
    settings: scriptedSettings(),
    state: scriptedState(),
    openIssues: null,
  }),
  listIssues: async () => [],
  readCanon: async () => ({
    canon: { methodology: [{ ruleId: 'M1', text: 'Report what changed.' }], conviction: '', taxonomy: [], sources: [] },
    themeBriefs: [],
    weeklies: [],
    dailies: [],
    corpusDirectories: [],
  }),
  readDocuments: async () => ({ documents: 0, undated: { count: 0, first: [] }, themes: [], elsewhere: null }),
  gradeResults: async ({ hits }) => hits.map(({ locator }) => ({ locator, tier: 1, outlet: 'lamps.example' })),
  judgeFindings: judgeAll,
  composeBriefing: async ({ themes }) =>
    reasoned({ themes: themes.map(({ theme: { id } }) => ({ themeId: id, summary: [], focus: [], beside: [] })) }),
  fileIssues: async ({ wanted, closed }) => [
    ...wanted.map(({ key }) => ({ key, reference: key, action: 'opened' as const })),
    ...closed.map(({ key }) => ({ key, reference: key, action: 'closed' as const })),
  ],
  publishBriefing: async ({ record: { slot, isBackfill } }) => ({
    outputPath: outputPathOf(slot, isBackfill),
    recordPath: outputPathOf(slot, isBackfill),
    changedThemes: [],
  }),
};

const PUBLISHED = '2026-03-06T05:00:00Z';

function webHit(query: string, changes: Partial<SearchHit> = {}): SearchHit {
  const locator = `https://lamps.example/${encodeURIComponent(query)}`;
  return {
    ...scriptedHit(locator, query),
    provider: 'searxng',
    locator,
    title: query,
    passage: null,
    publishedAt: PUBLISHED,
    ...changes,
  };
}

/** Each query finds a page of its own that says one thing. */
export const findsEverything: Partial<Activities> = {
  searchWeb: async ({ query }) => ({ hits: [webHit(query)], notes: [] }),
  readPage: async ({ hit }) => ({
    hits: [{ ...scriptedHit(hit.locator, hit.title), locator: hit.locator, publishedAt: PUBLISHED }],
    problem: null,
  }),
  extractQuotes: readEach(({ hit, findingId }) =>
    scriptedFinding(findingId, hit.passage.passageId, { locator: hit.locator }),
  ),
};

/** All queries find one page, so that a theme of high conviction is thinly covered. */
export const findsOnePage: Partial<Activities> = {
  ...findsEverything,
  searchWeb: async () => ({ hits: [webHit('lamps')], notes: [] }),
};

/** State and settings of a test. */
export const opened =
  (
    themes = [theme({ conviction: 5, watchpoints: [] })],
    settings: Record<string, unknown> = {},
    state: Parameters<typeof scriptedState>[0] = {},
  ): Activities['openBriefing'] =>
  async () => ({
    status: 'open',
    settings: scriptedSettings(settings),
    state: scriptedState({ themes, ...state }),
    openIssues: null,
  });
