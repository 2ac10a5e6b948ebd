import { join } from 'node:path';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocalTools } from '../../client/service/local-tools.ts';
import { briefingRecord, claim, themeOutput } from '../support/builders/briefing-fixtures.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { publishReport } from '../support/builders/published-report.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { ScriptedSchedules } from '../support/builders/scripted-stores.ts';
import { CHROMIUM, NO_CHROMIUM } from '../support/processes/browser.ts';
import { focused, lookAs, openPage, overflowOf, type PageOptions } from '../support/processes/opened-page.ts';
import { readJson } from '../support/processes/served-api.ts';
import { type ServedPage, servePage } from '../support/processes/served-page.ts';
import { violationsOf } from '../support/processes/shown-page.ts';
import { createBriefingWorld } from '../support/worlds/briefing-world.ts';

const PAYLOAD = '<img src=x onerror="globalThis.attacked=1"><script>globalThis.attacked=1</script>';
const QUESTION = `How long does the harbour lamp burn? ${PAYLOAD}`;

/** Two reports, memory and a briefing in a home, and the page over it. */
interface Overview {
  readonly server: ServedPage;
  /** Ids of two finished runs. */
  readonly a: string;
  readonly b: string;
  /** Path of an output of the briefing. */
  readonly output: string;
}

let made: Overview | undefined;
let home: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  home = await temporaryFolder();
  const a = await publish('research-lamp', QUESTION);
  const b = await publish('research-wick', 'How long does the harbour lamp burn, and who trims the wick?');
  const briefing = await createBriefingWorld();
  const hostile = claim({ text: `Batteries ${PAYLOAD} are connected.`, note: PAYLOAD });
  const { slot } = await briefing.record('daily', new Date(Date.now() - 86_400_000).toISOString(), {
    title: `Norhaven ${PAYLOAD}`,
    themes: [themeOutput({ title: `Grid ${PAYLOAD}`, claims: [hostile] }), ...briefingRecord().themes.slice(1)],
  });
  const written =
    '# Norhaven\n\nThe `cell` is *new*. [1]\n\n## Sources\n\n[1] *Minutes*, line 3: “The `cell` is new.”\n';
  await briefing.write(`outputs/daily/${slot.slotId}.md`, written);
  const server = await servePage({
    tools: openLocalTools({ PLUMBLINE_HOME: home.path }),
    briefings: {
      folders: [briefing.folder],
      home: join(home.path, 'briefings'),
      schedules: new ScriptedSchedules(),
    },
  });
  made = { server, a, b, output: `/briefings/norhaven/${slot.slotId}` };
});
afterAll(async () => {
  await made?.server.close();
  await home?.dispose();
});

/** A report of today. */
async function publish(researchId: string, originalQuestion: string): Promise<string> {
  const createdAt = new Date().toISOString();
  await publishReport(home.path, {
    researchId,
    publishedAt: createdAt,
    request: researchRequestSchema.parse({ question: originalQuestion, corpusDirectories: ['/documents'] }),
    anchor: anchorOf({ originalQuestion, createdAt }),
  });
  return researchId;
}

const read = async ({ server }: Overview, path: string) => (await readJson(fetch(server.address + path))).body;

async function open(path: (overview: Overview) => string, options: PageOptions = {}) {
  if (made === undefined) throw new Error(NO_CHROMIUM);
  const opened = await openPage(made.server.address + path(made), options);
  await opened.page.locator('main h1').waitFor();
  return { ...opened, overview: made };
}

async function nameUser(page: Page, user: string): Promise<void> {
  await page.getByRole('button', { name: 'Another user' }).click();
  await page.getByLabel('User').fill(user);
  await page.keyboard.press('Enter');
  await page.getByLabel('Remember something').waitFor();
}

async function remember(page: Page, text: string): Promise<void> {
  await page.getByLabel('Remember something').fill(text);
  await page.getByRole('button', { name: 'Remember', exact: true }).click();
  await page.locator('.entry .text', { hasText: text }).waitFor();
}

const report = ({ a }: Overview) => `/runs/${a}`;
const comparison = ({ a, b }: Overview) => `/runs/${a}/comparison/${b}`;

/** Views, their paths, and what to wait for in them. */
const VIEWS: readonly (readonly [string, (overview: Overview) => string, (page: Page) => Promise<void>])[] = [
  ['a report', report, (page) => page.locator('.part').first().waitFor()],
  ['a comparison', comparison, (page) => page.locator('#compared-both').waitFor()],
  ['reports to compare', ({ a }) => `/runs/${a}/comparison`, (page) => page.locator('.runs a').first().waitFor()],
  ['a memory', () => '/memory', askToForget],
  ['settings', () => '/settings', (page) => page.locator('form.settings').waitFor()],
  ['a briefing', () => '/briefings/norhaven', (page) => page.locator('.calendar').waitFor()],
  ['an output', ({ output }) => output, (page) => page.locator('.mark-new').first().waitFor()],
];

async function askToForget(page: Page): Promise<void> {
  await nameUser(page, 'bert');
  await remember(page, 'I live in Norhaven');
  await page.getByRole('button', { name: /^Forget: / }).click();
  await page.locator('.toast').waitFor();
}

describe.skipIf(CHROMIUM === undefined)(
  `overviews in a browser${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ''}`,
  () => {
    it('lead from a report to another one beside it', async () => {
      const { page, complaints, overview } = await open(report);
      const { claims } = await read(overview, `/api/runs/${overview.a}/comparison/${overview.b}`);

      await page.getByRole('link', { name: 'Compare', exact: true }).click();
      await page.locator('.runs a').first().click();
      await page.getByRole('heading', { name: 'Claims in both' }).waitFor();

      expect(new URL(page.url()).pathname).toBe(comparison(overview));
      await expect
        .poll(() => page.locator('.compare .pair').count())
        .toBe(claims.both.length + claims.sameEvidence.length);
      expect(await page.locator('.compare .sides h2').first().innerText()).toBe(QUESTION);
      expect(complaints).toEqual([]);
    });

    it('keep a memory: added, confirmed, and erased unless that is taken back', async () => {
      const { page, complaints } = await open(() => '/memory');
      await nameUser(page, 'anna');

      await remember(page, `My lamp is ${PAYLOAD} green`);
      await page.getByRole('button', { name: /^Confirm/ }).click();
      await page.getByText('confirmed 1×').waitFor();
      await page.getByRole('button', { name: /^Forget: / }).click();
      // It stays while the pointer is on it.
      await page.locator('.toast').hover();
      const means = await page.locator('.toast').innerText();
      await page.getByText('Nothing is remembered.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.locator('.entry .text').waitFor();
      await page.getByRole('button', { name: /^Forget: / }).click();
      await page.locator('.toast').hover();
      await page.getByText('Nothing is remembered.').waitFor();
      await page.locator('.toast').getByRole('button', { name: 'Close' }).click();

      expect(means).toContain('everything stored from its text will be erased');
      await expect.poll(() => page.locator('main').getByRole('status').innerText()).toBe('Erased: 1.');
      expect(complaints).toEqual([]);
    });

    it('lead from a calendar of slots to what became of each claim', async () => {
      const { page, complaints, overview } = await open(() => '/briefings');

      await page.locator('.runs a').first().click();
      const slot = page.getByRole('table', { name: 'Calendar' }).getByRole('link', { name: /something new$/ });
      await slot.click();
      await page.locator('.mark-new').first().waitFor();

      expect(new URL(page.url()).pathname).toBe(overview.output);
      await expect.poll(() => page.getByText(`Batteries ${PAYLOAD} are connected.`).count()).toBe(1);
      expect(await page.evaluate('globalThis.attacked ?? null')).toBe(null);
      expect(await page.locator('main img, main script').count()).toBe(0);
      expect(complaints).toEqual([]);
    });

    it('read the text of an output as its Markdown shows it, each number with a way to its source', async () => {
      const { page } = await open(({ output }) => output);
      await page.getByText('The original text').click();
      const text = page.locator('.written');

      expect(await text.locator('code').first().innerText()).toBe('cell');
      expect(await text.innerText()).not.toMatch(/[`#*]/);
      await text.getByRole('link', { name: 'Source 1' }).click();
      await expect.poll(() => text.locator(':target').innerText()).toBe('[1]');
    });

    it('schedule a briefing by days and a time, and show an expression only where one is asked for', async () => {
      const { page, complaints } = await open(() => '/briefings/norhaven');
      const schedules = page.locator('.schedules');
      const picker = page.locator('.schedule-picker');
      await page.getByRole('button', { name: 'Change: daily' }).click();
      await picker.locator('select:focus').waitFor();
      await picker.getByLabel('Days').selectOption('Monday to Friday');
      await picker.getByLabel('Time', { exact: true }).fill('06:30');
      await picker.getByLabel('Time zone').fill('Atlantis');
      await picker.getByText('There is no such time zone.').waitFor();
      await picker.getByLabel('Time zone').fill('Asia/Tokyo');
      await picker.getByText(/at 6:30.AM$/).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await picker.getByRole('button', { name: 'Save' }).click();
      await schedules.getByText(/daily: Monday to Friday at 6:30.AM · next on \w+, \w+ \d+/).waitFor();
      await page.locator('[aria-label="Change: daily"]:focus').waitFor();
      const told = await page.locator('main').innerHTML();
      await page.getByRole('button', { name: 'Change: daily' }).click();
      await picker.getByLabel('Days').selectOption('a cron expression');
      await expect.poll(() => picker.getByLabel('Minute, hour, day').inputValue()).toBe('30 6 * * 1-5');
      await picker.getByRole('button', { name: 'Run it no longer' }).click();
      await picker.waitFor({ state: 'detached' });

      expect(told).toContain('Asia/Tokyo');
      expect(told).not.toContain('* *');
      await expect.poll(() => schedules.innerText()).not.toContain('daily:');
      expect(complaints).toEqual([]);
    });

    it('set a briefing up by five questions, and lead to it', async () => {
      const { page, complaints } = await open(() => '/briefings');
      const begin = page.getByRole('button', { name: 'Set up a briefing' });
      await begin.click();
      await expect.poll(() => focused(page)).toBe('title');
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect.poll(() => focused(page)).toBe('Set up a briefing');
      await begin.click();
      await page.getByLabel('What is it about?').fill('Lamps of the harbour');
      await page.getByRole('button', { name: 'Set up', exact: true }).click();
      await page.getByText('At least one theme').waitFor();
      await expect.poll(() => focused(page)).toBe('themes');
      await page.getByLabel('Which themes?').fill('Harbour lamp (wick)');
      await page.getByLabel('Time zone').fill('Europe/Berlin');
      await page.getByRole('button', { name: 'Set up', exact: true }).click();
      await page.getByRole('heading', { name: 'Lamps of the harbour' }).waitFor();

      await expect.poll(() => page.locator('.schedules').innerText()).toContain('daily: every day at 6:00');
      expect(await page.locator('main').innerText()).not.toContain('lamps-of-the-harbour');
      expect(complaints).toEqual([]);
    });

    it('tell in German what trying the settings came to, and how long ago what was asked', async () => {
      const { page, overview } = await open(() => '/settings', { locale: 'de-DE' });
      await page.getByRole('button', { name: 'Ausprobieren: Sprachmodell' }).click();
      await page.getByText('Es geht. Es gibt kein Modell: Antworten zeigen Textstellen.').waitFor();
      await page.goto(`${overview.server.address}/runs`);
      const time = page.locator('.rail time').first();

      await expect.poll(() => time.innerText()).toMatch(/^(?:jetzt|vor \d+ Minuten?)$/);
      await expect.poll(() => time.getAttribute('title')).toMatch(/^\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d$/);
    });

    it.each(VIEWS)(
      'have no violation of axe, at 1280 and 375 pixels, dark and light, and fit into 320: %s',
      async (_name, path, show) => {
        const { page } = await open(path);
        await show(page);
        for (const [colorScheme, width] of [
          ['light', 1280],
          ['dark', 375],
          ['light', 375],
          ['dark', 1280],
        ] as const) {
          await lookAs(page, { colorScheme, width });
          expect(await violationsOf(page)).toEqual([]);
          await page.setViewportSize({ width: 320, height: 700 });
          await expect.poll(() => overflowOf(page)).toBe(0);
        }
      },
    );
  },
);
