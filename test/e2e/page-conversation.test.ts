import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replyTo } from '../support/builders/scripted-answers.ts';
import { CHROMIUM, launchBrowser, NO_CHROMIUM } from '../support/processes/browser.ts';
import { type CliWorld, createCliWorld, LAMP_DOCUMENTS } from '../support/processes/cli.ts';
import { openPage } from '../support/processes/opened-page.ts';
import { type ServedApi, serveApi } from '../support/processes/served-api.ts';
import {
  type ScriptedModelServer,
  startScriptedModelServer,
  stream,
} from '../support/servers/scripted-model-server.ts';

const QUESTION = 'How long does the harbour lamp burn on one filling of rapeseed oil?';

interface Talk {
  readonly world: CliWorld;
  readonly model: ScriptedModelServer;
  readonly api: ServedApi;
  readonly browser: Browser;
}

let made: Talk | undefined;
/** The model stops within its next text until this resolves. */
let hold: Promise<void> | undefined;

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  const [world, model] = await Promise.all([createCliWorld(LAMP_DOCUMENTS), startScriptedModelServer()]);
  model.answerBy((request) => {
    const reply = replyTo(request);
    if (request.step !== 'compose-answer' || hold === undefined) return reply;
    return stream(['The harbour lamp burns for ', hold, 'nine hours.']);
  });
  const { start } = world.with({ OPENAI_BASE_URL: model.baseURL, PLUMBLINE_MODEL: 'scripted' });
  const api = await serveApi({ documents: world.documents, start });
  made = { world, model, api, browser: await launchBrowser() };
});
afterAll(async () => {
  await made?.browser.close();
  await made?.world.close();
  await made?.model.close();
});

describe.skipIf(CHROMIUM === undefined)(
  `a conversation in a browser${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ''}`,
  () => {
    it('follows a message, stops its answer, leads back to a new one, and hands one over to a run', async () => {
      if (made === undefined) throw new Error(NO_CHROMIUM);
      const viewport = { width: 390, height: 500 };
      const { page } = await openPage(made.browser, made.api.address, { viewport });
      await page.getByLabel('What do you want to know?').fill(QUESTION);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/sessions\/chat-/);
      await page.locator('.actions').waitFor();
      const topOf = (turn: number) =>
        page.evaluate<number>(`document.querySelectorAll('.turn')[${turn}].getBoundingClientRect().top`);
      const composer = page.getByLabel('Ask on, or answer');

      const stopped = Promise.withResolvers<void>();
      hold = stopped.promise;
      await composer.fill('How many hours does the harbour lamp burn on rapeseed oil?');
      await composer.press('Shift+Enter');
      await expect.poll(() => composer.inputValue()).toContain('\n');
      await composer.press('Enter');
      await page.locator('.writing').waitFor();
      await expect.poll(() => topOf(1)).toBeLessThan(250);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('You stopped this answer.').waitFor();
      hold = undefined;
      stopped.resolve();

      const written = Promise.withResolvers<void>();
      hold = written.promise;
      await composer.fill('How long does the lamp of the harbour burn on one filling of rapeseed oil?');
      await composer.press('Enter');
      await page.locator('.writing').waitFor();
      await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
      hold = undefined;
      written.resolve();
      await page.getByRole('button', { name: 'New answer' }).click();
      await expect.poll(() => topOf(2)).toBeLessThan(250);
      await page.reload();
      await page.locator('.turn').nth(2).waitFor();
      await expect.poll(() => topOf(2)).toBeLessThan(250);

      const head = page.locator('.session-head');
      await expect.poll(async () => (await head.boundingBox())?.y).toBe(0);
      const belowHead = async () => (await topOf(2)) - ((await head.boundingBox())?.height ?? Infinity);
      await expect.poll(belowHead).toBeGreaterThanOrEqual(0);
      await head.getByRole('button', { name: /^Rename, pin or delete/ }).click();
      await head.getByRole('button', { name: 'Rename', exact: true }).click();
      await head.getByRole('textbox').fill('Lamp oil');
      await page.keyboard.press('Enter');
      await head.getByRole('heading', { name: 'Lamp oil' }).waitFor();

      await expect.poll(() => page.locator('.certainty').last().innerText()).toContain('Stated and proven');
      await page.getByRole('button', { name: 'Research this thoroughly' }).last().click();
      await page.waitForURL(/\/runs\//);
    });
  },
);
