import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../support/builders/hostile-texts.ts';
import { PAGE_ANSWERS } from '../support/builders/page-answers.ts';
import { CHROMIUM, launchBrowser, NO_CHROMIUM } from '../support/processes/browser.ts';
import { type ScriptedPage, serveScriptedPage } from '../support/processes/scripted-page.ts';
import { openWatchedPage, type WatchedPage } from '../support/processes/watched-page.ts';

/** Every view, in every state that shows other texts. */
const VIEWS = [
  ...['/runs', '/runs/asking', '/runs/planned', '/runs/waiting', '/runs/failed', '/runs/refused', '/runs/done'],
  ...['/runs/done/comparison', '/runs/done/comparison/other', '/runs/done/comparison/refused', '/memory'],
  ...['/briefings', '/briefings/norhaven', '/briefings/refused', '/briefings/norhaven/2026-03-06'],
  ...['/sessions', '/sessions/chat', '/sessions/busy', '/sessions/refused', '/ask'],
];

let browser: Browser | undefined;
let served: ScriptedPage | undefined;
beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  browser = await launchBrowser();
  served = await serveScriptedPage();
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

/** What a walk through all views found. */
interface Walk {
  readonly faults: readonly string[];
  readonly counts: Readonly<Record<string, unknown>>;
  readonly kinds: readonly string[];
  /** Views that do not show the text. */
  readonly without: readonly string[];
}

async function loadPage(): Promise<{ readonly watched: WatchedPage; readonly server: ScriptedPage }> {
  if (browser === undefined || served === undefined) throw new Error(NO_CHROMIUM);
  const watched = await openWatchedPage(browser, served.address);
  await watched.page.goto(`${served.address}/memory`);
  await watched.page.evaluate('sessionStorage.setItem("plumbline-user", "anna")');
  await watched.page.reload();
  await watched.page.locator('main h1').waitFor();
  return { watched, server: served };
}

/** The same text with another number at its end in every place, so that no two places have the same. */
function numbered(text: string): (original: string) => string {
  const numbers = new Map<string, number>();
  return (original) => {
    const number = numbers.get(original) ?? numbers.size;
    numbers.set(original, number);
    return `${text} ${number}`;
  };
}

async function walk({ watched, server }: Awaited<ReturnType<typeof loadPage>>, text: string): Promise<Walk> {
  server.write(numbered(text));
  const [faults, without, counts] = [new Array<string>(), new Array<string>(), new Map<string, unknown>()];
  for (const view of VIEWS) {
    await watched.show(view);
    counts.set(view, await watched.countElements());
    if (!(await watched.shows(text))) without.push(view);
    await watched.explore(text);
    faults.push(...(await watched.takeFaults()).map((fault) => `${view}: ${fault}`));
  }
  return { faults, without, counts: Object.fromEntries(counts), kinds: await watched.seenKinds() };
}

describe.skipIf(CHROMIUM === undefined)(
  `hostile texts in a browser${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ''}`,
  () => {
    it('stay texts in every place of every view', { timeout: 900_000 }, async () => {
      const opened = await loadPage();
      const harmless = await walk(opened, 'A harmless text.');
      expect(harmless).toMatchObject({ faults: [], without: [] });
      expect(opened.server.unknown).toEqual([]);
      expect([...opened.server.asked].sort()).toEqual(Object.keys(PAGE_ANSWERS).sort());

      for (const text of HOSTILE_TEXTS) {
        const before = Date.now();
        const { faults, without, counts, kinds } = await walk(opened, text);
        console.log(Date.now() - before);
        expect({ text, faults, without }).toEqual({ text, faults: [], without: [] });
        expect(counts, text).toEqual(harmless.counts);
        expect(kinds.filter((kind) => !harmless.kinds.includes(kind))).toEqual([]);
      }
    });
  },
);
