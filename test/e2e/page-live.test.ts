import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, pdfOfLines } from '../support/builders/document-fixtures.ts';
import { CHROMIUM, NO_CHROMIUM } from '../support/processes/browser.ts';
import { LAMP_DOCUMENTS } from '../support/processes/cli.ts';
import { focused, lookAs, openPage, overflowOf, type PageOptions } from '../support/processes/opened-page.ts';
import { readJson, serveApi, type ServedApi } from '../support/processes/served-api.ts';
import { markedWords, violationsOf } from '../support/processes/shown-page.ts';
import { createKillableWorld, type KillableWorld } from '../support/worlds/worker-process.ts';

const PAYLOAD = '<img src=x onerror="globalThis.attacked=1"><script>globalThis.attacked=1</script>';
const QUESTION = `How often is the fog horn sounded, and how long does the harbour lamp burn? ${PAYLOAD}`;
const HORN_TASK = 'How often is the fog horn sounded in fog?';
const RULES = [
  column('The harbour office keeps the beacon and the fog horn. The keeper reports every month.', {}),
  column('The fog horn is sounded every two minutes in fog, and every failure is reported to the master.', {}),
];
/** Research stops here and asks, so that there is time for whatever a test does meanwhile. */
const FEW_SEARCHES = { limits: { searches: 3 } };
/** Of two tasks that each read four, one is done by then, and the other waits. */
const FEW_PASSAGES = { limits: { pages: 3 } };
const HORN_QUESTION =
  'How often is the fog horn sounded in fog, and how many minutes lie between two sounds of the fog horn?';

interface LiveWorld {
  readonly world: KillableWorld;
  api: ServedApi;
}

let made: LiveWorld | undefined;
beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  const world = await createKillableWorld(LAMP_DOCUMENTS);
  await writeFile(join(world.documents, 'harbour-rules.pdf'), pdfOfLines(RULES, '', 'Helvetica'));
  made = { world, api: await serveApi({ ...world, ...world.asProcesses() }) };
});
afterAll(async () => {
  await made?.world.close();
});

function live(): LiveWorld {
  if (made === undefined) throw new Error(NO_CHROMIUM);
  return made;
}

const ASKING = { ...FEW_SEARCHES, clarify: 'always', approvePlan: true };

/** Starts a run that asks, and waits with its plan. */
async function start(id: string, settings: object = ASKING, question = QUESTION): Promise<string> {
  const run = { id, question, preset: 'quick', settings };
  const { status, body } = await readJson(live().api.post('/api/runs', run));
  expect([status, body.researchId]).toEqual([200, id]);
  return id;
}

async function open(researchId: string, options: PageOptions = {}) {
  const { api } = live();
  // A server that is away is no fault of the page.
  return openPage(`${api.address}/runs/${researchId}`, { tolerated: /net::ERR|network error/i, ...options });
}

/** Kills the worker and the HTTP server, and brings the server back where it was. */
async function killBoth(page: Page): Promise<void> {
  const { world, api } = live();
  api.command.process.kill('SIGKILL');
  await Promise.all([world.killWorker(), api.command.ended]);
  await page.getByText('The connection to the server is lost').waitFor();
  const port = Number(new URL(api.address).port);
  live().api = await serveApi({ ...world, ...world.asProcesses() }, { port });
  await page.getByText('The connection to the server is lost').waitFor({ state: 'detached' });
}

async function confirm(page: Page, button: string, confirmation: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.locator('dialog').getByRole('button', { name: confirmation, exact: true }).click();
}

describe.skipIf(CHROMIUM === undefined)(
  `a run in a browser${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ''}`,
  () => {
    it('is answered, planned, watched through two kills, and read, without a reload', async () => {
      const { page, complaints } = await open(await start('watched'));
      await page.evaluate('globalThis.loadedOnce = true');

      await page.locator('.question textarea').first().fill(PAYLOAD);
      await page.getByRole('button', { name: 'Send the answers' }).click();
      await page.locator('.draft').waitFor();
      await page.getByRole('button', { name: 'Add a task' }).click();
      await page.locator('.draft li:last-child textarea:focus').fill(HORN_TASK);
      await page
        .getByRole('button', { name: /^Move task \d up$/ })
        .last()
        .click();
      await page.getByRole('button', { name: 'Approve the edited plan' }).click();
      await page.getByRole('heading', { name: 'It needs your decision' }).waitFor();
      const planned = await page.locator('.tasks li > div > p:first-child').allTextContents();
      expect(await violationsOf(page)).toEqual([]);
      await killBoth(page);
      await page.getByRole('button', { name: 'Raise limits' }).click();
      await page.locator('dialog').getByLabel('Searches').fill('200');
      await page.locator('dialog').getByRole('button', { name: 'Raise the limits' }).click();
      // Whoever is at the top is shown the report by itself.
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.evaluate('scrollTo(0, 0)');
      await page.locator('article h1').waitFor();
      await page.locator('.claim', { hasText: 'every two minutes' }).locator('.citation').first().click();
      await page.locator('.pdf-mark').first().waitFor();

      expect(planned).toContain(HORN_TASK);
      await expect.poll(() => markedWords(page)).toContain('every two minutes');
      expect(await page.evaluate('globalThis.loadedOnce')).toBe(true);
      expect(await page.evaluate('globalThis.attacked ?? null')).toBe(null);
      expect(complaints).toEqual([]);
    });

    it('opens the sources of its quotations while it is under way, and stays where they are read', async () => {
      const { page, complaints } = await open(await start('quoted', FEW_PASSAGES, HORN_QUESTION));
      await page.getByRole('heading', { name: 'It needs your decision' }).waitFor();
      const panel = page.locator('.panel');

      await page.locator('.source-chips').getByRole('button', { name: 'harbour-rules.pdf' }).first().click();
      await page.locator('.pdf-mark').first().waitFor();
      await expect.poll(() => markedWords(page)).toContain('fog');
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      const quoted = page
        .locator('.found')
        .getByRole('button', { name: /harbour-rules\.pdf/ })
        .first();
      await quoted.focus();
      await page.keyboard.press('Enter');
      await panel.getByText('equals the stored source').waitFor();
      await panel.getByRole('button', { name: 'Show as text' }).click();
      await panel.locator('mark').first().waitFor();
      await expect.poll(async () => (await panel.locator('mark').allInnerTexts()).join('')).toContain('fog');
      expect(await violationsOf(page)).toEqual([]);
      await panel.getByRole('button', { name: 'Open the whole document' }).click();
      await page.locator('dialog .pdf-mark').first().waitFor();
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await live().api.post('/api/runs/quoted/finish', {});
      await page.getByText('The report is ready').waitFor();
      await page.keyboard.press('Escape');

      await expect.poll(() => focused(page)).toContain('harbour-rules.pdf');
      expect(complaints).toEqual([]);
    });

    it('has no violation of axe, at 1280 and 375 pixels, dark and light, and fits into 320', async () => {
      const researchId = await start('looked-at');
      for (const width of [1280, 375]) {
        const { page, context } = await open(researchId, { viewport: { width, height: 900 } });
        const look = async () => {
          for (const colorScheme of ['light', 'dark'] as const) {
            await lookAs(page, { colorScheme, width });
            expect(await violationsOf(page)).toEqual([]);
          }
        };
        await page.locator('.question textarea').first().waitFor();
        await look();
        await page.getByRole('button', { name: 'Steer' }).click();
        await page.locator('dialog[open]').waitFor();
        await look();
        await page.setViewportSize({ width: 320, height: 700 });
        await expect.poll(() => overflowOf(page)).toBe(0);
        await context.close();
      }
    });

    it('shows what the server refuses, and says how a run ended that was cancelled', async () => {
      const { page } = await open(await start('ended'), { locale: 'de-DE' });
      await page.getByRole('button', { name: 'Steuern' }).click();
      await page.getByLabel('Was sie fragt').fill('Wie oft?');
      await page.getByLabel('Änderung').selectOption('set-language');
      await page.getByLabel('Zwei Buchstaben').fill('qq');
      await page.getByRole('button', { name: 'Änderung senden' }).click();
      await expect.poll(() => page.locator('dialog [role=alert]').innerText()).toContain('qq');
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });

      await confirm(page, 'Recherche abbrechen', 'Recherche abbrechen');
      await page.getByText('Die Recherche wurde abgebrochen.').waitFor();

      await expect.poll(() => page.locator('.run-head').textContent()).toContain(QUESTION);
      expect(await page.locator('main img, main script').count()).toBe(0);
      await expect.poll(() => page.getByRole('button', { name: 'Recherche abbrechen' }).count()).toBe(0);
    });
  },
);
