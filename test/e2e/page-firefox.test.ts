import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, pdfOfLines } from '../support/builders/document-fixtures.ts';
import { isExecutable } from '../support/processes/browser.ts';
import { type CommandUnderWay, LAMP_DOCUMENTS } from '../support/processes/cli.ts';
import { serveApi, type ServedApi } from '../support/processes/served-api.ts';
import { type CommandWorld, createServedWorld } from '../support/worlds/command-world.ts';

const PLACES = [
  process.env['PLUMBLINE_FIREFOX'] ?? '',
  '/usr/bin/firefox',
  '/usr/bin/firefox-esr',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];
const FIREFOX = PLACES.find(isExecutable);
const NO_FIREFOX = 'no Firefox was found: install the package firefox-esr, or set PLUMBLINE_FIREFOX to the path of one';
const RULES = [
  column('The harbour office keeps the beacon and the fog horn. The keeper reports every month.', {}),
  column('The fog horn is sounded every two minutes in fog, and every failure is reported to the master.', {}),
];
const HORN = 'How often is the fog horn sounded in fog?';
/** Of two tasks that each read four passages, one is done by then, and the other waits. */
const HALTED = { limits: { pages: 7 } };
const HALTED_QUESTION =
  'How often is the fog horn sounded in fog, and how many minutes lie between two sounds of the fog horn?';
/** A program for the page: drops a document, as from a window of the desktop. */
const DROP = `(() => {
  const dataTransfer = new DataTransfer();
  const text = '# Tower lamp\\n\\nThe glass of the tower lamp is polished every three days.\\n';
  dataTransfer.items.add(new File([text], 'tower.md'));
  for (const type of ['dragenter', 'drop']) {
    document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }
})()`;
/** A test fails for what does not come, not for what a busy machine shows late. */
const PATIENCE_MS = 240_000;

interface Made {
  readonly world: CommandWorld;
  readonly api: ServedApi<CommandUnderWay>;
  readonly browser: Browser;
}

let made: Made | undefined;
beforeAll(async () => {
  if (FIREFOX === undefined) return;
  const world = await createServedWorld(LAMP_DOCUMENTS);
  await writeFile(join(world.documents, 'harbour-rules.pdf'), pdfOfLines(RULES, '', 'Helvetica'));
  const api = await serveApi(world);
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX });
  made = { world, api, browser };
});
afterAll(async () => {
  await made?.browser.close();
  await made?.world.close();
});

function served() {
  if (made === undefined) throw new Error(NO_FIREFOX);
  return made;
}

async function open(path: string, { width = 1280, height = 850 } = {}) {
  const { api, browser } = served();
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.setViewport({ width, height });
  await page.goto(`${api.address}${path}`);
  return { page, complaints };
}

/** The element that a person would know by this name. */
const named = (page: Page, name: string) => page.locator(`::-p-aria(${name})`);
const textOf = (page: Page, selector: string) => page.$eval(selector, ({ textContent }) => textContent ?? '');

async function startRun(id: string, question: string, settings: object): Promise<void> {
  const response = await served().api.post('/api/runs', { id, question, preset: 'quick', settings });
  expect(response.status).toBe(200);
}

describe.skipIf(FIREFOX === undefined)(`the page in Firefox${FIREFOX === undefined ? ` (${NO_FIREFOX})` : ''}`, () => {
  it('asks and answers by keyboard, and shows the page of the PDF that is cited', async () => {
    const { page, complaints } = await open('/');
    await page.waitForSelector('textarea');
    await page.focus('textarea');
    await page.keyboard.type(HORN);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.answer .citation');
    await page.focus('.answer .citation');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.pdf-mark');
    await page.waitForSelector('.check .holds');
    await expect.poll(() => textOf(page, '#panel-heading')).toContain('harbour-rules.pdf, page 2');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.panel', { hidden: true });

    await expect.poll(() => textOf(page, ':focus')).toBe('1');
    expect(complaints).toEqual([]);
  });

  it('takes a document that is dropped, and answers from it', async () => {
    const { page, complaints } = await open('/');
    await page.waitForSelector('textarea');
    await page.evaluate(DROP);
    await page.waitForSelector('::-p-text(Added to “Uploads”)');
    await page.focus('textarea');
    await page.keyboard.type('How often is the glass of the tower lamp polished?');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.answer .citation');

    await expect.poll(() => textOf(page, '.answer')).toContain('every three days');
    expect(complaints).toEqual([]);
  });

  it('shows a run while it goes on, opens what it has found, and becomes its report', async () => {
    await startRun('halted', HALTED_QUESTION, HALTED);
    const { page, complaints } = await open('/runs/halted', { width: 375 });
    await page.waitForSelector('.found .opens');
    await page.click('.found .opens');
    await page.waitForSelector('.panel .check .holds');
    const wider = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    await expect.poll(wider).toBe(0);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.panel', { hidden: true });
    await page.setViewport({ width: 1280, height: 850 });
    await page.evaluate('scrollTo(0, 0)');
    await named(page, 'Raise limits').click();
    await page.waitForSelector('dialog[open] input');
    await named(page, 'Passages read').fill('100');
    await named(page, 'Raise the limits').click();
    await page.waitForSelector('article h1');
    await page.click('.claim .citation');
    await page.waitForSelector('.pdf-mark, .stored mark');
    await page.waitForSelector('.check .holds');
    await named(page, 'Open the whole document').click();
    await page.waitForSelector('dialog[open] .pdf-mark, dialog[open] mark');

    expect(complaints).toEqual([]);
  });
});
