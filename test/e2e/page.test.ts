import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { column, docxParts, pdfOfLines, wordParagraph, zipOf } from '../support/builders/document-fixtures.ts';
import { CHROMIUM, NO_CHROMIUM } from '../support/processes/browser.ts';
import { type CommandUnderWay, LAMP_DOCUMENTS } from '../support/processes/cli.ts';
import { lookAs, openPage, overflowOf, type PageOptions } from '../support/processes/opened-page.ts';
import { readJson, serveApi, type ServedApi } from '../support/processes/served-api.ts';
import { DARK_POINTS, markedWords, violationsOf } from '../support/processes/shown-page.ts';
import { CLIENT_ID, LoginIssuer } from '../support/servers/login-issuer.ts';
import { type CommandWorld, createServedWorld } from '../support/worlds/command-world.ts';

const PAYLOAD = '<img src=x onerror="globalThis.attacked=1"><script>globalThis.attacked=1</script>';
const QUESTION = `How often is the fog horn sounded in fog, and how long does the harbour lamp burn? ${PAYLOAD}`;
const HORN =
  'The fog horn is sounded every two minutes in fog, and the interval must not be longer than three minutes.';
const RULES = [
  column('The harbour office keeps the beacon and the fog horn. The keeper reports every month.', {}),
  column(`The beacon of the north mole is lit at sunset. ${HORN} Every failure is reported to the master.`, {}),
];
const HOSTILE = `# ${PAYLOAD}\n\nThe harbour lamp burns for nine hours in a storm, says ${PAYLOAD} the keeper of the harbour lamp.\n`;
const OIL = 'The harbour lamp burns rapeseed oil in summer and whale oil in winter.';

interface PageWorld {
  readonly world: CommandWorld;
  readonly api: ServedApi<CommandUnderWay>;
  /** Address of the report. */
  readonly report: string;
}

let made: PageWorld | undefined;
beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  const world = await createServedWorld(LAMP_DOCUMENTS);
  const write = (name: string, content: string | Uint8Array) => writeFile(join(world.documents, name), content);
  await write('harbour-rules.pdf', pdfOfLines(RULES, '', 'Helvetica'));
  await write('<img src=x onerror=alert(1)>.md', HOSTILE);
  await write('oil.docx', zipOf(docxParts(wordParagraph(OIL))));
  const api = await serveApi(world);
  const researchId = await research(api);
  made = { world, api, report: `${api.address}/runs/${researchId}` };
});
afterAll(async () => {
  await made?.world.close();
});

async function research(api: ServedApi<CommandUnderWay>): Promise<string> {
  const { body } = await readJson(api.post('/api/runs', { question: QUESTION, preset: 'quick' }));
  const hasReport = async () => (await readJson(api.get(`/api/runs/${body.researchId}`))).body.hasReport;
  await vi.waitFor(async () => expect(await hasReport()).toBe(true), { timeout: 240_000, interval: 200 });
  return body.researchId;
}

async function openReport(options: PageOptions = {}) {
  if (made === undefined) throw new Error(NO_CHROMIUM);
  const opened = await openPage(made.report, options);
  await opened.page.locator('article h1').waitFor();
  return opened;
}

/** The number behind the claim with these words. */
function citationOf(page: Page, words: string) {
  return page.locator('.claim', { hasText: words }).locator('.citation').first();
}

describe.skipIf(CHROMIUM === undefined)(
  `a report in a browser${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ''}`,
  () => {
    it('shows a PDF as its page, the quoted words marked', async () => {
      const { page, complaints } = await openReport();

      await citationOf(page, 'every two minutes').click();
      await page.locator('.pdf-mark').first().waitFor();

      await expect.poll(() => markedWords(page)).toMatch(/every two[^]*three minutes/);
      expect(await markedWords(page)).not.toContain('to the master');
      await expect.poll(() => page.evaluate<number>(DARK_POINTS)).toBeGreaterThan(100);
      await expect.poll(() => page.locator('.panel').innerText()).toContain('equals the stored source');
      expect(complaints).toEqual([]);
    });

    it('opens a text at the quoted words by keyboard, and gives the focus back', async () => {
      const { page, complaints } = await openReport();
      const citation = citationOf(page, 'nine hours on one filling');

      await citation.focus();
      await page.keyboard.press('Enter');
      const mark = page.locator('.stored mark.deciding, .stored mark.quote').first();
      await mark.waitFor();
      await expect.poll(() => mark.innerText()).toContain('The harbour lamp burns for nine hours on one filling');
      await page.keyboard.press('Escape');

      await expect.poll(() => page.locator('.panel').count()).toBe(0);
      await page.locator(`.citation[aria-label="${await citation.getAttribute('aria-label')}"]:focus`).waitFor();
      expect(complaints).toEqual([]);
    });

    it('leaves the text where it is, tells in short what a number is, and turns from one to the next', async () => {
      const { page, complaints } = await openReport({ viewport: { width: 1920, height: 900 } });
      const citation = citationOf(page, 'nine hours on one filling');
      const place = () => page.locator('article').boundingBox();
      await citation.scrollIntoViewIfNeeded();
      const before = await place();

      await citation.focus();
      const card = page.getByRole('tooltip');
      await expect.poll(() => card.innerText()).toContain('lamp.md');
      await page.keyboard.press('Escape');
      await expect.poll(() => card.count()).toBe(0);
      await expect.poll(place).toEqual(before);
      await citation.hover();
      await card.waitFor();
      await citation.click();
      const heading = page.locator('.panel h2');
      await expect.poll(() => heading.innerText()).toContain('lamp.md, line');
      const first = await heading.innerText();
      await page.locator('.stored mark').first().waitFor();

      await expect.poll(place).toEqual(before);
      await page.getByRole('button', { name: 'Previous citation' }).click();
      await expect.poll(() => heading.innerText()).not.toBe(first);
      await page.getByRole('button', { name: 'Next citation' }).click();
      await expect.poll(() => heading.innerText()).toBe(first);
      await page.getByRole('button', { name: 'Open the whole document' }).click();
      await page.locator('dialog .stored mark').first().waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('dialog').count()).toBe(0);
      await expect.poll(() => page.locator('.panel').count()).toBe(1);
      expect(complaints).toEqual([]);
    });

    it('is read by a link that was shared, until that is revoked', async () => {
      if (made === undefined) throw new Error(NO_CHROMIUM);
      const { page } = await openReport();
      await page.locator('summary', { hasText: 'Share' }).click();
      await page.getByRole('button', { name: 'Make a link' }).click();
      const link = await page.getByLabel('The link, which is shown only now').inputValue();

      const { page: other } = await openPage(link);
      await other.locator('article h1').waitFor();
      await citationOf(other, 'nine hours on one filling').click();
      await other.getByText('equals the stored source').waitFor();
      await expect.poll(() => other.locator('.tools summary').allInnerTexts()).toEqual(['Save']);
      expect(await violationsOf(other)).toEqual([]);

      await page.getByRole('button', { name: 'Revoke' }).click();
      await expect.poll(() => page.getByRole('button', { name: 'Revoke' }).count()).toBe(0);
      await other.reload();
      await other.getByText('This link does not work any more').waitFor();
    });

    it('is asked on in a thread of its own at its foot, over its sources, which is there again', async () => {
      const { page, complaints } = await openReport();
      await page.keyboard.press('/');
      await page.keyboard.type('How often is the fog horn sounded?');
      await page.keyboard.press('Enter');
      await page.locator('.turn .answer .citation').first().click();
      await page.getByText('equals the stored source').waitFor();

      await page.reload();
      await page.locator('.turn .answer .citation').first().waitFor();
      expect(complaints).toEqual([]);
    });

    it('shows why a claim is there, down to the question', async () => {
      const { page } = await openReport();
      await citationOf(page, 'every two minutes').click();

      await page.getByText('Why is this here?').click();
      await page.getByText('For engineers').click();
      const path = () => page.locator('.path li strong').allInnerTexts();

      await expect.poll(path).toHaveLength(6);
      expect((await path())[0]).toBe('Claim');
      await expect.poll(() => page.locator('.path').innerText()).toContain('How often is the fog horn');
      await expect.poll(() => page.locator('.facts').innerText()).toContain('harbour-rules.pdf');
    });

    it('has no violation of axe, at 1280 and 375 pixels, light and dark, open and closed', async () => {
      for (const width of [1280, 375]) {
        const { page, context } = await openReport({ viewport: { width, height: 900 } });
        const look = async () => {
          for (const colorScheme of ['light', 'dark'] as const) {
            await lookAs(page, { colorScheme, width });
            expect(await violationsOf(page)).toEqual([]);
          }
        };
        await look();
        await citationOf(page, 'nine hours on one filling').click();
        await page.locator('.stored mark').first().waitFor();
        await page.getByText('equals the stored source').waitFor();
        await look();
        await citationOf(page, 'every two minutes').click();
        await page.locator('.pdf-mark').first().waitFor();
        await look();
        await context.close();
      }
    });

    it('is 320 pixels wide where the window is, with the source in a sheet that leaves the claim in view', async () => {
      const { page } = await openReport({ viewport: { width: 320, height: 700 } });

      await citationOf(page, 'every two minutes').click();
      await page.locator('.pdf-mark').first().waitFor();

      await expect.poll(() => overflowOf(page)).toBe(0);
      const claim = page.locator('.claim.open').first();
      const sheet = page.locator('.beside-text');
      await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(320);
      const aboveSheet = async () =>
        ((await sheet.boundingBox())?.y ?? 0) - ((await claim.boundingBox())?.y ?? Infinity);
      await expect.poll(aboveSheet).toBeGreaterThan(0);
    });

    it('shows markup in questions, documents and names as text', async () => {
      const { page, complaints } = await openReport();

      for (const citation of await page.locator('article .citation').all()) {
        await citation.click();
        await page.locator('.panel .check .holds').first().waitFor();
        await page.locator('.stored, .pdf-mark').first().waitFor();
      }

      expect(await page.evaluate('globalThis.attacked ?? null')).toBe(null);
      expect(await page.locator('main img, main script, main iframe').count()).toBe(0);
      expect(await page.locator('article .asked').textContent()).toBe(QUESTION);
      expect(complaints).toEqual([]);
    });

    it('speaks German to a German browser', async () => {
      const { page } = await openReport({ locale: 'de-DE' });

      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
      await expect.poll(() => page.getByText('Hinter diesem Bericht').count()).toBeGreaterThan(0);
    });

    it('leads from the list of runs to the report, and back', async () => {
      const { page } = await openReport();

      await page.getByRole('link', { name: 'Plumbline' }).click();
      await page.locator('.rail a[href^="/runs/"]').first().click();
      await page.locator('article h1').waitFor();
      await page.goBack();

      await page.getByLabel('What do you want to know?').waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
    });

    it('asks once for the token of a server that needs one', async () => {
      if (made === undefined) throw new Error(NO_CHROMIUM);
      const tokenFile = join(made.world.home, 'token.txt');
      await writeFile(tokenFile, 'a-token-of-some-length-for-this-test');
      const guarded = await serveApi(made.world, { options: ['--token-file', tokenFile] });
      const { page } = await openPage(guarded.address + new URL(made.report).pathname);

      await page.getByLabel('Token').fill('a-token-of-some-length-for-this-test');
      await page.keyboard.press('Enter');
      await page.locator('article h1').waitFor();
      await page.reload();

      await page.locator('article h1').waitFor();
      await expect.poll(() => page.locator('form.token').count()).toBe(0);
    });

    it('leaves nothing of a sign-in in the log of the server', async () => {
      if (made === undefined) throw new Error(NO_CHROMIUM);
      const issuer = await new LoginIssuer().start();
      onTestFinished(() => issuer.close());
      const settings = { 'oidc.issuer': issuer.issuer, 'oidc.client-id': CLIENT_ID };
      const { address, command } = await serveApi({ ...made.world, ...made.world.with(settings) });
      const { page } = await openPage(address);
      const signIn = page.getByRole('button', { name: /^Sign in with 127/ });
      issuer.script.user = null;
      await signIn.click();
      await page.getByText('refused the sign-in').waitFor();
      issuer.reset();
      await signIn.click();
      await page.getByText('Signed in as anna').waitFor();
      await page.getByRole('button', { name: 'Log out' }).click();
      await signIn.waitFor();
      command.interrupt();
      const { stdout, stderr } = await command.ended;

      expect(stderr).toContain(address);
      expect(`${stdout}${stderr}`).not.toMatch(/eyJ|code=|state=/);
    });

    it('falls back to the stored text once the PDF is gone', async () => {
      if (made === undefined) throw new Error(NO_CHROMIUM);
      await rm(join(made.world.documents, 'harbour-rules.pdf'));
      const { page } = await openReport();

      await citationOf(page, 'every two minutes').click();
      await page.locator('.stored mark').first().waitFor();

      await expect.poll(() => page.locator('.panel').innerText()).toContain('no longer where it was read');
    });
  },
);
