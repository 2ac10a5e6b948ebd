import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, NO_CHROMIUM } from '../support/processes/browser.ts';
import { LAMP_DOCUMENTS } from '../support/processes/cli.ts';
import { focused, lookAs, openPage, overflowOf, type PageOptions } from '../support/processes/opened-page.ts';
import { violationsOf } from '../support/processes/shown-page.ts';
import { type AskingWorld, BURNING, createAskingWorld } from '../support/worlds/asking-world.ts';

const PAYLOAD = '<img src=x onerror="globalThis.attacked=1"><script>globalThis.attacked=1</script>';
const QUESTION = 'How long does the harbour lamp burn on one filling of rapeseed oil?';
const DOCUMENTS = {
  ...LAMP_DOCUMENTS,
  '<img src=x onerror=alert(1)>.md': `# ${PAYLOAD}\n\nThe lamp is ${PAYLOAD}.\n`,
};

let made: AskingWorld | undefined;
beforeAll(async () => {
  if (CHROMIUM !== undefined) made = await createAskingWorld(DOCUMENTS);
});
afterAll(() => made?.close());

function asking(): AskingWorld {
  if (made === undefined) throw new Error(NO_CHROMIUM);
  return made;
}

async function open(path: string, options: PageOptions = {}) {
  // What the server refuses, the browser notes by itself.
  return openPage(asking().address + path, { tolerated: /status of 40/, ...options });
}

const questionOf = (page: Page) => page.getByLabel('What do you want to know?');
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Chooses research, and unfolds its options. */
async function chooseResearch(page: Page): Promise<void> {
  await page.getByText('Research', { exact: true }).check();
  await page.locator('summary', { hasText: 'Options' }).click();
}

/** Starts a run that asks back, by keyboard. */
async function startRun(page: Page, question: string): Promise<string> {
  await questionOf(page).fill(question);
  await chooseResearch(page);
  await page.getByLabel('Before it begins').selectOption('always');
  await questionOf(page).press('Enter');
  await page.waitForURL(/\/runs\/research-/);
  return pathOf(page);
}

/** Begins a conversation. */
async function converse(page: Page, message: string): Promise<void> {
  await questionOf(page).fill(message);
  await page.getByText('Quick', { exact: true }).check();
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.waitForURL(/\/sessions\/chat-/);
}

describe.skipIf(CHROMIUM === undefined)(
  `asking in a browser${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ''}`,
  () => {
    it('starts one run, which is found in the list where it waits', async () => {
      const { page, complaints } = await open('/');

      const path = await startRun(page, `${QUESTION} ${PAYLOAD}`);
      await page.getByRole('link', { name: 'History' }).click();
      const row = page.locator('.runs li', { hasText: 'How long does the harbour lamp burn' });
      await row.getByText('Waits for you').waitFor();
      await page.locator('main').getByRole('searchbox').fill('RAPESEED harbour');

      await expect.poll(() => row.count()).toBe(1);
      await expect.poll(() => row.getByRole('link').getAttribute('href')).toBe(path);
      await expect
        .poll(() => row.getByRole('link').textContent())
        .toBe('How long does the harbour lamp burn on one filling of…');
      await page.locator('main').getByRole('searchbox').fill('zeppelin');
      await expect.poll(() => page.locator('main').getByRole('status').innerText()).toBe('Nothing matches.');
      await page.getByRole('link', { name: 'Ask', exact: true }).click();
      await expect.poll(() => questionOf(page).inputValue()).toBe('');
      expect(complaints).toEqual([]);
    });

    it('keeps a draft over a reload, and shows what the server refuses beside its field', async () => {
      const { page } = await open('/');
      await chooseResearch(page);
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.getByText('Write a question first.').waitFor();
      await expect.poll(() => focused(page)).toBe('question');
      await expect.poll(() => questionOf(page).getAttribute('aria-invalid')).toBe('true');

      await questionOf(page).fill(QUESTION);
      await page.locator('summary', { hasText: 'Options' }).click();
      await page.getByText('Limits', { exact: true }).click();
      await page.getByRole('textbox', { name: 'Passages read' }).fill('0');
      await page.reload();
      await expect.poll(() => focused(page)).toBe('question');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      const pages = page.getByRole('textbox', { name: 'Passages read' });
      await page.locator('#problem-limits-pages').waitFor();

      await expect.poll(() => questionOf(page).inputValue()).toBe(QUESTION);
      await expect.poll(() => pages.inputValue()).toBe('0');
      await expect.poll(() => pages.getAttribute('aria-describedby')).toBe('problem-limits-pages');
      await expect.poll(() => pages.isVisible()).toBe(true);
      expect(pathOf(page)).toBe('/');
    });

    it('keeps a question while the server is away, says so in words, and sends it when the server is back', async () => {
      const { page } = await open('/', { tolerated: /status of 40|ERR_FAILED/ });
      const question = 'How many hours does one filling of the harbour lamp last?';
      await questionOf(page).fill(question);
      await page.route('**/api/**', (route) => route.abort());
      await questionOf(page).press('Enter');
      await page.getByText('The server does not answer. Your question is kept and is sent when it is back.').waitFor();
      await page.getByRole('link', { name: 'server away' }).waitFor();
      await expect.poll(() => questionOf(page).inputValue()).toBe(question);

      await page.unroute('**/api/**');
      await page.waitForURL(/\/sessions\/chat-/);
      await page.locator('.answer .citation').first().waitFor();
      await page.getByRole('link', { name: 'server away' }).waitFor({ state: 'detached' });
    });

    it('chooses files by patterns, keeps them where they match nothing, and shows them beside the next message', async () => {
      const { page } = await open('/');
      const [include, exclude] = [page.getByLabel('Only these files'), page.getByLabel('Not these files')];
      await questionOf(page).fill(QUESTION);
      await chooseResearch(page);
      await page.getByText(/^In: \d+ documents$/).click();
      await exclude.fill('../x');
      await include.press('Control+Enter');
      await page.locator('#problem-exclude').waitFor();
      await expect.poll(() => exclude.getAttribute('aria-invalid')).toBe('true');

      await exclude.fill('drafts/');
      await include.fill('*.zzz, {a,b}.yyy');
      await include.press('Control+Enter');
      await page.waitForURL(/\/runs\/research-/);
      await page.getByText('only *.zzz, {a,b}.yyy; without drafts/').waitFor();
      await page.getByRole('link', { name: 'Change the question' }).click();
      await expect.poll(() => questionOf(page).inputValue()).toBe(QUESTION);
      await expect.poll(() => include.inputValue()).toBe('*.zzz, {a,b}.yyy');
      await expect.poll(() => exclude.inputValue()).toBe('drafts/');

      await include.fill('{lamp,none}.md');
      await converse(page, QUESTION);
      await page.getByText('Only these files: {lamp,none}.md · Not these files: drafts/').waitFor();
      await page.locator('.answer', { hasText: 'Only files that match {lamp,none}.md were read' }).waitFor();
    });

    it('talks in turns, shows what is being written, and opens a citation at its words', async () => {
      const { page, complaints } = await open('/');
      const goOn = asking().holdWriting();
      await converse(page, QUESTION);
      await page.locator('.writing', { hasText: 'The harbour lamp burns for' }).waitFor();
      await page.reload();
      await page.locator('.writing', { hasText: 'The harbour lamp burns for' }).waitFor();
      expect(await page.locator('.turn').innerText()).not.toContain('nine hours');
      goOn();

      await page.locator('.answer .citation').first().waitFor();
      await expect.poll(() => focused(page)).toBe('message');
      await page.getByRole('button', { name: 'Change' }).click();
      await expect.poll(() => page.getByLabel('Ask a further question, or answer').inputValue()).toBe(QUESTION);
      await page.locator('.answer .citation').first().click();
      const panel = page.locator('.panel');
      await panel.locator('.stored mark').first().waitFor();
      const marked = async () => (await panel.locator('.stored mark').allInnerTexts()).join('');
      await expect.poll(marked).toContain(BURNING);
      await expect.poll(() => panel.innerText()).toContain('lamp.md');
      await page.keyboard.press('Escape');
      await expect.poll(() => panel.count()).toBe(0);

      await page.getByLabel('Ask a further question, or answer').fill(`${QUESTION} ${PAYLOAD}`);
      await page.getByLabel('Ask a further question, or answer').press('Enter');
      const second = page.locator('.thread > .turn').filter({ hasText: PAYLOAD });
      await second.getByRole('button', { name: 'Not helpful' }).click();
      await page.getByLabel('What was wrong?').fill('too short');
      await page.keyboard.press('Enter');
      await page.getByText('Noted. Thank you.').waitFor();
      await second.getByText('Ask again').click();
      await second.getByRole('button', { name: 'Search more thoroughly' }).click();
      await page.getByText('2 earlier versions').waitFor();
      await page.reload();
      await page.getByText('2 earlier versions').click();
      await expect.poll(() => page.locator('.former .turn').count()).toBe(2);
      await expect.poll(() => page.locator('.message').last().textContent()).toContain(PAYLOAD);
      expect(await page.evaluate('globalThis.attacked ?? null')).toBe(null);
      expect(complaints).toEqual([]);
    });

    it('goes on with an answer after the server was killed', async () => {
      const { page } = await open('/');
      const goOn = asking().holdWriting();
      await converse(page, 'How many hours does the harbour lamp burn on rapeseed oil?');
      await page.locator('.writing').waitFor();

      await asking().restartServer();
      goOn();

      await page.locator('.answer .citation').first().waitFor();
      await expect.poll(() => page.locator('.turn').count()).toBe(1);
    });

    it('follows a message, stops its answer, leads back to a new one, and hands one over to a run', async () => {
      const viewport = { width: 390, height: 500 };
      const { page } = await openPage(asking().address, { viewport });
      await page.getByLabel('What do you want to know?').fill(QUESTION);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/sessions\/chat-/);
      await page.locator('.actions').waitFor();
      const topOf = (turn: number) =>
        page.evaluate<number>(`document.querySelectorAll('.turn')[${turn}].getBoundingClientRect().top`);
      const composer = page.getByLabel('Ask a further question, or answer');

      const release = asking().holdWriting();
      await composer.fill('How many hours does the harbour lamp burn on rapeseed oil?');
      await composer.press('Shift+Enter');
      await expect.poll(() => composer.inputValue()).toContain('\n');
      await composer.press('Enter');
      await page.locator('.writing').waitFor();
      await expect.poll(() => topOf(1)).toBeLessThan(250);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('You stopped this answer.').waitFor();
      release();

      const goOn = asking().holdWriting();
      await composer.fill('How long does the lamp of the harbour burn on one filling of rapeseed oil?');
      await composer.press('Enter');
      await page.locator('.writing').waitFor();
      await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
      goOn();
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

      await expect.poll(() => page.locator('.sign').last().innerText()).toMatch(/confirmed.*equal/s);
      await page.getByRole('button', { name: 'Research this thoroughly' }).last().click();
      await page.waitForURL(/\/runs\//);
    });

    it('has no violation of axe and is as wide as its window, at 1280, 375 and 320 pixels, light and dark', async () => {
      const first = await open('/');
      await converse(first.page, QUESTION);
      await first.page.locator('.answer .citation').first().waitFor();
      const session = pathOf(first.page);
      for (const width of [1280, 375, 320]) {
        const { page, context } = await open('/', { viewport: { width, height: 900 } });
        const look = async () => {
          for (const colorScheme of ['light', 'dark'] as const) {
            await lookAs(page, { colorScheme, width });
            await expect.poll(() => overflowOf(page)).toBe(0);
            expect(await violationsOf(page)).toEqual([]);
          }
        };
        await chooseResearch(page);
        await page.getByText('Limits', { exact: true }).click();
        await page.getByRole('button', { name: 'Ask', exact: true }).click();
        await page.getByText('Write a question first.').waitFor();
        await page.getByText(/^In: \d+ documents$/).waitFor();
        await look();
        for (const [path, shown] of [
          [session, '.answer .citation'],
          ['/runs', '.runs a'],
        ] as const) {
          await page.goto(asking().address + path);
          await page.locator(shown).first().click({ trial: true });
          if (path === session) {
            await page.locator(shown).first().click();
            await page.locator('.panel .stored mark').first().waitFor();
          }
          await look();
        }
        await context.close();
      }
    });

    it('speaks German to a German browser', async () => {
      const { page } = await open('/', { locale: 'de-DE' });

      await page.getByLabel('Was möchten Sie wissen?').waitFor();
      await page.getByText(/^In: \d+ Dokumente$/).waitFor();
      await page.getByRole('link', { name: 'scripted' }).waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Fragen' }).count()).toBe(1);
    });
  },
);
