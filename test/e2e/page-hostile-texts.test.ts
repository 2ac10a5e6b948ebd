import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../support/builders/hostile-texts.ts';
import { PAGE_ANSWERS } from '../support/builders/page-answers.ts';
import { CHROMIUM, NO_CHROMIUM } from '../support/processes/browser.ts';
import { connectBrowser } from '../support/processes/opened-page.ts';
import { type ScriptedPage, serveScriptedPage } from '../support/processes/scripted-page.ts';
import { openWatchedPage, type WatchedPage } from '../support/processes/watched-page.ts';

/** Every view, in every state that shows other texts. */
const VIEWS = [
  '/runs',
  '/runs/asking',
  '/runs/planned',
  '/runs/waiting',
  '/runs/failed',
  '/runs/refused',
  '/runs/done',
  '/runs/done/comparison',
  '/runs/done/comparison/other',
  '/runs/done/comparison/refused',
  '/memory',
  '/briefings',
  '/briefings/norhaven',
  '/briefings/refused',
  '/briefings/norhaven/2026-03-06',
  '/shared/a-link-of-hers',
  '/sessions/chat',
  '/sessions/busy',
  '/sessions/refused',
  '/',
];
/** Titles and headings are cut, and the whole text stands below. None has all words of another: the rail still looks for that one. */
const HARMLESS = [
  'A harmless text.',
  'A harmless text, which is longer than a title of a run may be, whatever it is about.',
  'One more, longer than the heading of a view may be, so that it is cut wherever it stands as a heading, above a whole view or above a part of one, and then stands below as well.',
];
const LONGEST_TITLE = 56;
const LONGEST_HEADING = 156;
/** Shows titles alone, so that a long text is never whole there. */
const OF_TITLES = '/runs';
/** Everything that answers may be written with. */
const MARKED =
  '# Heading\n\n- **strong** *emphasis* `code` ~~struck~~ 2<sup>3</sup> H<sub>2</sub>O\n\n1. one\n\n| a | b |\n|---|---|\n\n```\nlines\n```\n';
const ADDRESS = /^\s*(?:ja\t?vascript|data):/;
/** A view that no longer changes for this long has come. */
const QUIET_MS = 500;
/** For a view to come. */
const PATIENCE_MS = 30_000;

interface Lane {
  readonly watched: WatchedPage;
  readonly server: ScriptedPage;
}

/** What a walk through all views found. */
interface Walk {
  readonly faults: readonly string[];
  /** Views that do not show the text. */
  readonly without: readonly string[];
  /** Of the elements in each view. */
  readonly counts: Readonly<Record<string, unknown>>;
}

async function openLane(browser: Browser): Promise<Lane> {
  const server = await serveScriptedPage();
  const watched = await openWatchedPage(browser, server.address);
  await watched.page.goto(`${server.address}/runs`);
  await watched.page.locator('main h1').waitFor();
  return { watched, server };
}

/** @param expected elements of each view, which are waited for; without: until a view no longer changes */
async function walk({ watched, server }: Lane, text: string, expected?: Walk['counts']): Promise<Walk> {
  server.write(numbered(text));
  await watched.page.evaluate('localStorage.clear(), sessionStorage.setItem("plumbline-user", "anna")');
  // A run is refused here, so that the form stays; a conversation follows from there.
  await watched.page.evaluate(`localStorage.setItem("plumbline-draft", '{"kind":"run"}')`);
  // The list of all views is asked for again at once.
  await watched.page.evaluate('dispatchEvent(new Event("plumbline-token-changed"))');
  const [faults, without, counts] = [new Array<string>(), new Array<string>(), new Map<string, unknown>()];
  for (const view of VIEWS) {
    await watched.show(view);
    const whole = view === OF_TITLES && text.length > LONGEST_TITLE ? '' : text;
    counts.set(view, await countWhenShown(watched, whole, expected?.[view]));
    if (!(await watched.shows(text))) without.push(view);
    await watched.explore(text, 'main');
    if (view === '/') await watched.explore(text, '.rail');
    faults.push(...(await watched.takeFaults()).map((fault) => `${view}: ${fault}`));
  }
  return { faults, without, counts: Object.fromEntries(counts) };
}

/** A busy machine shows late what a view asks for in turn. @param text what the view shows in the end */
async function countWhenShown(watched: WatchedPage, text: string, expected: unknown): Promise<unknown> {
  const begun = performance.now();
  let quietSince = begun;
  let counts = await watched.countElements();
  const hasCome = async (): Promise<boolean> => {
    const isQuiet = performance.now() - quietSince > QUIET_MS;
    const isAsExpected = expected === undefined ? isQuiet : isDeepStrictEqual(counts, expected);
    return isAsExpected && watched.isComplete() && watched.shows(text);
  };
  while (!(await hasCome()) && performance.now() - begun < PATIENCE_MS) {
    await sleep(50);
    const next = await watched.countElements();
    if (!isDeepStrictEqual(counts, next)) quietSince = performance.now();
    counts = next;
  }
  return counts;
}

/** The text, with another number behind it for each text that it stands for: what was different stays different. */
function numbered(text: string): (original: string) => string {
  const numbers = new Map<string, number>();
  return (original) => {
    const number = numbers.get(original) ?? numbers.size;
    numbers.set(original, number);
    return `${text} ${number}`;
  };
}

/**
 * Texts that one walk puts into every place. Markup is markup wherever it stands, so that many texts stand beside each other; an
 * address has to be all of a text, and a comment hides what follows, so that it comes last.
 */
function textsOfWalks(): string[] {
  const addresses = HOSTILE_TEXTS.filter((text) => ADDRESS.test(text));
  const comments = HOSTILE_TEXTS.filter((text) => text.includes('<!--'));
  const others = HOSTILE_TEXTS.filter((text) => !addresses.includes(text) && !comments.includes(text));
  const groups = comments.map((comment, index) => [
    ...others.filter((_text, at) => at % comments.length === index),
    comment,
  ]);
  return [...addresses, ...groups.map((texts) => texts.join(' '))];
}

/** What walks with harmless texts found, short and long ones, and every kind of element that they met. */
interface Usual {
  /** As the harmless texts are in order. */
  readonly walks: readonly Walk[];
  readonly kinds: readonly string[];
}

async function walkWithHarmlessTexts(lane: Lane): Promise<Usual> {
  await walk(lane, MARKED);
  // By now nothing is offered any more that is offered once.
  const walks: Walk[] = [];
  for (const text of HARMLESS) walks.push(await walk(lane, text));
  return { walks, kinds: await lane.watched.seenKinds() };
}

/** What was usual for a text of its length. */
function usualFor({ length }: string, { walks }: Usual): Walk | undefined {
  return walks[length > LONGEST_HEADING ? 2 : length > LONGEST_TITLE ? 1 : 0];
}

/** Walks forget each entry, and then there is nothing left to forget at once, until the list has been read again. */
async function forgetEverything(watched: WatchedPage): Promise<void> {
  await watched.show('/memory');
  await watched.page.getByRole('button', { name: 'Forget everything' }).click();
  await watched.page.locator('.toast').getByRole('button', { name: 'Close' }).first().click();
}

/** A program that does with a text what the page must not do. */
function plant(text: string, isAddress: boolean): string {
  return `{
    const place = document.createElement('a');
    const text = ${JSON.stringify(text)};
    if (${isAddress}) place.setAttribute('href', text);
    else place.innerHTML = text;
    document.querySelector('main').append(place);
  }`;
}

describe.skipIf(CHROMIUM === undefined)(
  `hostile texts in a browser${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ''}`,
  () => {
    it('stay texts in every place of every view', { timeout: 900_000 }, async () => {
      const lane = await openLane(await connectBrowser());
      const { watched, server } = lane;
      const usual = await walkWithHarmlessTexts(lane);
      expect(usual.walks[0]).toMatchObject({ faults: [], without: [] });
      expect(server.unknown).toEqual([]);
      await forgetEverything(watched);
      await expect.poll(() => [...server.asked]).toContain('DELETE /api/memory');
      expect([...server.asked].sort()).toEqual(Object.keys(PAGE_ANSWERS).sort());

      for (const text of textsOfWalks()) {
        const expected = usualFor(text, usual);
        expect({ text, ...(await walk(lane, text, expected?.counts)) }).toEqual({ text, ...expected });
        const kinds = (await watched.seenKinds()).filter((kind) => !usual.kinds.includes(kind));
        expect({ text, kinds }).toEqual({ text, kinds: [] });
      }
      await server.close();
    });

    it('would be found if the page took them for markup, or for an address', { timeout: 900_000 }, async () => {
      const browser = await connectBrowser();
      const server = await serveScriptedPage();
      const addresses = HOSTILE_TEXTS.filter((text) => ADDRESS.test(text));
      const markup = HOSTILE_TEXTS.filter((text) =>
        /<(?:script|img|svg|iframe|style|object|form|meta|base) /.test(text),
      );

      for (const text of [...markup, ...addresses]) {
        // In a page of its own: what one leaves, or leads to, must not count for the next.
        const watched = await openWatchedPage(browser, server.address);
        await watched.page.goto(`${server.address}/runs`);
        await watched.page.locator('main h1').waitFor();
        await watched.takeFaults();
        const before = await watched.seenKinds();
        await watched.page.evaluate(plant(text, addresses.includes(text)));
        // One that loads another page is found by that.
        const findings = () =>
          Promise.all([watched.takeFaults(), watched.seenKinds()]).catch((error: Error) => [error.message]);
        const isFound = async () => (await findings()).flat().some((one) => !before.includes(one));
        await expect.poll(async () => ({ text, isFound: await isFound() })).toEqual({ text, isFound: true });
        await watched.page.context().close();
      }
      await server.close();
    });
  },
);
