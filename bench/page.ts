// Measures how fast the page is in a Chromium, over answers made up here: npm run bench:page -- [--visits <n>] [--json <file>]
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReadBlock, ReportReading } from '@plumbline/contracts/report/report-reading';
import { Command } from 'commander';
import type { Browser, Page } from 'playwright-core';
import type { Session } from '../packages/page/browser/api/api-types.ts';
import { fullReading } from '../test/support/builders/page-reports.ts';
import { fullSession } from '../test/support/builders/page-talks.ts';
import { readCitationOf, readClaimOf } from '../test/support/builders/report-readings.ts';
import { launchBrowser } from '../test/support/processes/browser.ts';
import { type ScriptedPage, serveScriptedPage } from '../test/support/processes/scripted-page.ts';
import { runEvaluationCommand } from './evaluation-command.ts';
import { describeMachine, type Figure, median, percentile, renderFigures, spread } from './figure.ts';

const CLAIMS = 200;
const TURNS = 500;
const FRAMES = 600;
const PIXELS = 40;
const LAST = `Claim ${CLAIMS} says what the lamp of this harbour needs.`;
const VIEWPORT = { width: 1280, height: 900 };

const command = new Command('npm run bench:page --')
  .description('Measures how fast the page is, and prints a table.')
  .option('--visits <n>', 'visits of each view, each with an empty cache', Number, 10)
  .option('--json <file>', 'writes the figures there')
  .parse(process.argv);
const { visits, json } = command.opts<{ visits: number; json?: string }>();

await runEvaluationCommand(json ?? null, async ({ print }) => {
  const page = await serveScriptedPage((route) => {
    if (route === 'GET /api/runs/{researchId}/reading') return { status: 200, body: longReading() };
    return route === 'GET /api/sessions/{sessionId}' ? { status: 200, body: longSession() } : null;
  });
  const empty = await serveEmptyPage();
  const browser = await launchBrowser();
  try {
    // The server joins its files at the first request.
    await (await fetch(page.address)).text();
    const figures = [
      ...(await measureFirstView(browser, page, empty.address)),
      await measureReport(browser, page, empty.address),
      ...(await measureConversation(browser, page)),
    ];
    const date = new Date().toISOString().slice(0, 10);
    print(renderFigures(figures, date));
    return { machine: describeMachine(date), figures };
  } finally {
    await browser.close();
    await page.close();
    empty.close();
  }
});

/** A document of one sentence: what the browser and the machine take by themselves. */
async function serveEmptyPage() {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Empty</title><p>Here.'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close().closeAllConnections(),
  };
}

interface Visit {
  /** Milliseconds from the navigation on. */
  readonly contentful: number;
  readonly shown: number;
}

/** @param isShown an expression that is true once the view is there */
async function visit(browser: Browser, address: string, isShown: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-US' });
  try {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'commit' });
    // In the page itself, after the frame that shows it: the way to it takes as long as what is measured.
    const shown = await page.evaluate<number>(`new Promise((resolve) => {
      const look = () => (${isShown}) ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))) : requestAnimationFrame(look);
      look();
    })`);
    return { contentful: await firstContentOf(page), shown };
  } finally {
    await context.close();
  }
}

async function firstContentOf(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime);
  }).observe({ type: 'paint', buffered: true }))`);
}

async function visitOften(browser: Browser, address: string, isShown: string): Promise<readonly Visit[]> {
  const found: Visit[] = [];
  for (let count = 0; count < visits; count++) found.push(await visit(browser, address, isShown));
  return found;
}

async function measureFirstView(browser: Browser, { address }: ScriptedPage, empty: string): Promise<Figure[]> {
  const [ours, floor] = [
    await visitOften(browser, address, "document.activeElement?.tagName === 'TEXTAREA'"),
    await visitOften(browser, empty, "document.querySelector('p') !== null"),
  ];
  const { requests, bytes } = await countTransfer(browser, address);
  return [
    {
      name: 'first view: files of the page, compressed',
      value: `${(bytes / 1_000).toFixed(0)} kB in ${requests} requests`,
      baseline: '',
      aim: '≤ 120 kB in ≤ 6',
    },
    {
      name: 'first content',
      value: spread(ours.map(({ contentful }) => contentful)),
      baseline: `an empty document: ${spread(floor.map(({ contentful }) => contentful))}`,
      aim: '≤ 0.6 s',
    },
    {
      name: 'interactive: the cursor is in the field',
      value: spread(ours.map(({ shown }) => shown)),
      baseline: `an empty document: ${spread(floor.map(({ shown }) => shown))}`,
      aim: '≤ 1 s',
    },
  ];
}

async function countTransfer(browser: Browser, address: string): Promise<{ requests: number; bytes: number }> {
  const page = await browser.newPage({ viewport: VIEWPORT, locale: 'en-US' });
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/'))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
  await page.close();
  return { requests: sizes.length, bytes };
}

async function measureReport(browser: Browser, { address }: ScriptedPage, empty: string): Promise<Figure> {
  const isShown = `document.querySelector('article')?.textContent.includes(${JSON.stringify(LAST)})`;
  const times = await visitOften(browser, `${address}/runs/done`, isShown);
  const floor = await visitOften(browser, empty, "document.querySelector('p') !== null");
  return {
    name: `a report of ${CLAIMS} claims, its last claim`,
    value: spread(times.map(({ shown }) => shown)),
    baseline: `an empty document: ${spread(floor.map(({ shown }) => shown))}`,
    aim: '≤ 0.6 s',
  };
}

async function measureConversation(browser: Browser, { address }: ScriptedPage): Promise<Figure[]> {
  const isShown = `document.querySelector('main')?.textContent.includes('Question ${TURNS}')`;
  const shown = await visitOften(browser, `${address}/sessions/chat`, isShown);
  const page = await browser.newPage({ viewport: VIEWPORT, locale: 'en-US' });
  await page.goto(`${address}/sessions/chat`);
  await page.getByText(`Question ${TURNS}`).first().waitFor();
  const frames = await page.evaluate<number[]>(`new Promise((resolve) => {
    const times = [];
    let before = performance.now();
    const next = () => requestAnimationFrame(() => {
      const now = performance.now();
      times.push(now - before);
      before = now;
      scrollBy(0, -${PIXELS});
      if (times.length < ${FRAMES}) next(); else resolve(times);
    });
    next();
  })`);
  const inFrames = [median(frames), percentile(frames, 0.95), Math.max(...frames)].map((ms) => ms.toFixed(1));
  return [
    {
      name: `a conversation of ${TURNS} turns, its last question`,
      value: spread(shown.map((each) => each.shown)),
      baseline: '',
      aim: '',
    },
    {
      name: `scrolling up through it, ${FRAMES} frames: p50, p95, longest`,
      value: `${inFrames.join(', ')} ms`,
      baseline: '16.7 ms at 60 frames a second',
      aim: '60 frames',
    },
  ];
}

function longReading(): ReportReading {
  const claims = Array.from({ length: CLAIMS }, (_, at) =>
    readClaimOf(at + 1, `Claim ${at + 1} says what the lamp of this harbour needs.`, { citations: [at + 1] }),
  );
  const blocks = claims.map((claim): ReadBlock => ({ form: 'paragraph', claims: [claim] }));
  return {
    ...fullReading(),
    sections: [{ name: 'answer', heading: '', remarks: [], groups: [{ heading: '', blocks }] }],
    citations: claims.map(({ number, text }) => readCitationOf(number, text)),
  };
}

function longSession(): Session {
  const session = fullSession();
  const [turn, answer] = [session.thread[0], session.answers[0]];
  if (turn === undefined || answer === undefined) throw new Error('The session has no turn.');
  const numbers = Array.from({ length: TURNS }, (_, at) => at + 1);
  return {
    ...session,
    turns: TURNS,
    thread: numbers.map((number) => ({
      ...turn,
      turn: number,
      messageId: `m${number}`,
      message: `Question ${number}`,
    })),
    answers: numbers.map((number) => ({ ...answer, answerId: `${answer.sessionId}:${number}` })),
  };
}
