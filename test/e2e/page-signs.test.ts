import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsOf } from '../../packages/page/browser/models/contents.ts';
import { answerOfTurn, answerResultOf } from '../support/builders/answer-results.ts';
import type { PageAnswer } from '../support/builders/page-answers.ts';
import { fullReading } from '../support/builders/page-reports.ts';
import { listedRuns } from '../support/builders/page-runs.ts';
import { fullSession } from '../support/builders/page-talks.ts';
import { CHROMIUM, NO_CHROMIUM } from '../support/processes/browser.ts';
import { openPage } from '../support/processes/opened-page.ts';
import { type ScriptedPage, serveScriptedPage } from '../support/processes/scripted-page.ts';
import { violationsOf } from '../support/processes/shown-page.ts';

const TRUST = { quotations: 34, equal: 34, confirmed: 31, unsure: 2, leftOut: 1, notJudged: 0 };
const CAUTION = 'Read with care: it was not judged.';
const CLARIFIED = {
  refinedIntent: 'Which oil burns longest',
  scope: '',
  keyClarifications: ['Only lamps'],
  remainingGaps: [],
};
const BEHIND = { account: [], doubted: ['The keeper sings.', 'Oil is cheap.'], clarified: CLARIFIED };
const GONE = { text: 'It never goes out.', reason: 'no passage says it', outcome: 'left-out' as const };
const LOST = [{ step: 'composeAnswer', cause: 'it refused the connection', count: 1, isByRule: true as const }];
/** Of three hotels, the second lies in the south west. */
const CARDS = [
  ['Hill Hotel', 42.37, -71.06],
  ['Quay House', 42.35, -71.07],
  ['Pier Inn', 42.36, -71.05],
].map(([title = '', latitude, longitude]) => ({
  itemId: String(title),
  vertical: 'hotel',
  title: String(title),
  subtitle: 'Boston',
  fields: [],
  url: null,
  citation: null,
  position: { latitude: Number(latitude), longitude: Number(longitude) },
}));
type Verification = NonNullable<AnswerResult['verification']>;

const WHY = 'No model wrote it: it refused the connection.';

const ENDED = { endedAt: '2026-03-01T10:05:00.000Z', awaitingInput: false } as const;
/** Of all runs. */
let hasEnded = false;
/** Of the answer that was made without a model. */
let refused: NonNullable<Verification['refused']> = [];

let server: ScriptedPage | undefined;
beforeAll(async () => {
  if (CHROMIUM !== undefined) server = await serveScriptedPage(answerTo);
});
afterAll(() => server?.close());

function answerTo(route: string): PageAnswer | null {
  const body = ANSWERS[route]?.();
  return body === undefined ? null : { status: 200, body };
}

const ANSWERS: Readonly<Record<string, () => object>> = {
  'GET /api/runs': () => ({ runs: listedRuns().map((run) => ({ ...run, ...(hasEnded && ENDED) })) }),
  'DELETE /api/sessions/{sessionId}': () => ({ deleted: true }),
  'GET /api/engine': () => ({ model: 'lamp-4b', isThere: false }),
  'GET /api/runs/{researchId}/reading': () => {
    const reading = fullReading();
    const [claim] = reading.sections.flatMap(({ groups }) => groups.flatMap(({ blocks }) => blocks.flatMap(claimsOf)));
    return {
      ...reading,
      engine: 'model',
      cautions: [CAUTION],
      behind: { ...BEHIND, refused: [{ ...GONE, after: claim?.text }] },
      checks: { ...reading.checks, trust: TRUST },
    };
  },
  'GET /api/sessions/{sessionId}': () => {
    const sessionId = 'session-lamp';
    const text = 'Nine hours.';
    const places = [{ number: 1, task: '', text, pieces: [{ text, isBold: false }], others: [], excerpt: null }];
    const found = { remarks: [WHY], places, further: null };
    const turn = { turn: 1, message: 'How long?', messageId: 'm1', summary: '', failure: null };
    const ui = { ...answerResultOf().ui, showCards: true };
    const verification: Verification = { ...fullReading().checks, refused, notes: [] };
    const answers = [answerOfTurn(sessionId, 1, { found, degradations: LOST, cards: CARDS, ui, verification })];
    return { ...fullSession(), sessionId, turns: 1, pending: [], thread: [turn], answers };
  },
};

async function open(path: string, width = 1280): Promise<Page> {
  if (server === undefined) throw new Error(NO_CHROMIUM);
  return (await openPage(server.address + path, { viewport: { width, height: 900 } })).page;
}

const NOTING = `
  globalThis.noted = [];
  document.hasFocus = () => false;
  globalThis.Notification = class {
    static permission = 'granted';
    constructor(title, { body }) { noted.push(title + ': ' + body); }
    addEventListener() {}
  };
`;

describe.skipIf(CHROMIUM === undefined)(`signs of the page${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ''}`, () => {
  it('say what they are made of, opened in place, and why to read with care', async () => {
    const page = await open('/runs/done');
    const sign = page.locator('.sign');

    await expect
      .poll(() => sign.locator('summary').innerText())
      .toMatch(/34 quotations equal their sources · 31 statements confirmed · 2 unsure · 1 left out/);
    await expect.poll(() => page.locator('.caution').innerText()).toBe(CAUTION);
    await sign.locator('summary').click();
    await sign.getByText('Oil is cheap.').waitFor();
  });

  it('mark in its place what was left out, and tell how answers were understood', async () => {
    const page = await open('/runs/done', 375);

    const mark = page.locator('.part').first().getByRole('button', { name: '1 left out here' });
    await mark.click();
    await expect.poll(() => page.locator('.left-out-words').innerText()).toBe(`${GONE.text} — ${GONE.reason}`);
    await page.getByText('How your answers were understood').click();
    await page.getByText('Only lamps').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  it('keep the clicked line at its height where the text makes room for the panel', async () => {
    const page = await open('/runs/done');
    const citation = page.locator('.part .citation').first();
    await citation.scrollIntoViewIfNeeded();
    const top = async () => (await citation.boundingBox())?.y ?? 0;
    const before = await top();

    await citation.click();
    await page.locator('.panel h2').waitFor();

    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);
  });

  it('stand on paper without buttons, and menus are as wide as a phone', async () => {
    const page = await open('/runs/done', 375);
    await page.getByText('Share', { exact: true }).click();
    const shown = page.locator('.menu[open] .menu-content');
    await expect.poll(async () => (await shown.boundingBox())?.width ?? 0).toBeGreaterThan(300);

    await page.emulateMedia({ media: 'print' });

    await expect.poll(() => page.locator('.sign').isVisible()).toBe(true);
    await expect.poll(() => page.locator(':is(.tools, .composer, .frame, .menu):visible').count()).toBe(0);
  });

  it('of the browser tell once that a run has ended, and count it until somebody looks', async () => {
    const page = await open('/runs');
    await page.getByText('Waits for you').first().waitFor();
    // Chromium without a screen shows none, and has the focus always.
    await page.evaluate(NOTING);
    hasEnded = true;

    await expect.poll(() => page.evaluate('globalThis.noted')).toEqual(['The run has ended: A question about asking?']);
    await expect.poll(() => page.title()).toMatch(/^\(1\) /);
    await page.evaluate('dispatchEvent(new Event("focus"))');
    await expect.poll(() => page.title()).not.toMatch(/^\(1\) /);
  });

  it('tell that the model is away, and say first why an answer was made without it', async () => {
    const page = await open('/sessions/session-lamp');

    await page.getByRole('link', { name: 'model away' }).waitFor();
    const said = page.locator('.answer .need');
    await said.getByText('The model did not answer.').waitFor();
    await expect.poll(() => said.innerText()).toContain(WHY);
    await said.getByRole('button', { name: 'Ask again' }).waitFor();
    await expect.poll(() => said.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings');
    await expect.poll(() => page.locator('.sign').count()).toBe(0);
  });

  it('mark an answer that was withdrawn, with what its sources do not say', async () => {
    refused = [GONE];
    try {
      const said = (await open('/sessions/session-lamp')).locator('.answer .need');

      await expect.poll(() => said.innerText()).toContain('What the model wrote was withdrawn');
      await expect.poll(() => said.innerText()).toContain(GONE.text);
    } finally {
      refused = [];
    }
  });

  it('are gone with a conversation that is deleted, unless somebody takes that back', async () => {
    const page = await open('/runs');
    const entry = page.locator('.rail-entry', { hasText: 'A talk' });
    const remove = async () => {
      await page.getByRole('button', { name: 'Rename, pin or delete: A talk' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      // It stays while the pointer is on it.
      await page.locator('.toast').hover();
      await expect.poll(() => entry.count()).toBe(0);
    };

    await remove();
    await page.getByText('Deleted: A talk').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await entry.waitFor();
    expect([...(server?.asked ?? [])]).not.toContain('DELETE /api/sessions/{sessionId}');
    await remove();
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('.toast').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => [...(server?.asked ?? [])]).toContain('DELETE /api/sessions/{sessionId}');
  });

  it('are found by the words of answers and reports', async () => {
    const page = await open('/runs');
    await page.locator('main').getByRole('searchbox').fill('nine hours');
    await page.getByText('Nothing matches.').first().waitFor();

    await page.getByRole('button', { name: 'Search answers and reports as well' }).click();

    const found = page.locator('main .runs li', { hasText: 'A talk' });
    await expect.poll(() => found.innerText()).toMatch(/nine hours/i);
    await found.getByRole('link').click();
    await page.waitForURL(/\/sessions\//);
  });

  it('have the items of a catalogue on a plan: north at the top, to scale, each leading to its streets', async () => {
    const page = await open('/sessions/session-lamp');
    await page.locator('.item-map circle').nth(2).waitFor();

    const marks = await page.locator('.item-map a').evaluateAll((links) =>
      links.map((link) => {
        const placeOf = (name: string) => Number(link.querySelector('circle')?.getAttribute(name));
        const [title, number] = ['title', 'text'].map((name) => link.querySelector(name)?.textContent);
        return { title, number, x: placeOf('cx'), y: placeOf('cy'), streets: link.getAttribute('href') };
      }),
    );

    expect(marks.map(({ title, number }) => [title, number])).toEqual(
      CARDS.map(({ title }, index) => [title, String(index + 1)]),
    );
    const [hill, quay, pier] = marks.map(({ x, y }) => ({ x, y }));
    if (hill === undefined || quay === undefined || pier === undefined) throw new Error('there are three');
    expect([quay.x, hill.x, pier.x].toSorted((a, b) => a - b)).toEqual([quay.x, hill.x, pier.x]);
    expect([hill.y, pier.y, quay.y].toSorted((a, b) => a - b)).toEqual([hill.y, pier.y, quay.y]);
    // A degree of longitude is here three quarters of one of latitude.
    expect((pier.x - quay.x) / (quay.y - hill.y)).toBeCloseTo(0.74, 1);
    expect(marks[2]?.streets).toBe('https://www.openstreetmap.org/?mlat=42.36&mlon=-71.05#map=16/42.36/-71.05');
    expect(await page.locator('.item-map .scale').textContent()).toBe('1 km');
  });
});
