import type { Browser, Page, Request } from 'playwright-core';
import { PATIENCE_MS } from './opened-page.ts';
import { EXPLORE, WATCH } from './page-programs.ts';

/** A page of a browser of which everything is noted that only a text that came alive could do. */
export interface WatchedPage {
  readonly page: Page;
  /** What ran, was refused by the policy, led elsewhere, or was asked of another place; empties the notes. */
  takeFaults(): Promise<string[]>;
  /** Kinds of elements that were ever there: their names with those of their attributes. */
  seenKinds(): Promise<string[]>;
  /** How often each element is there, but for those that are the form of a text. */
  countElements(): Promise<Readonly<Record<string, number>>>;
  /** Shows a view without loading the page again. */
  show(path: string): Promise<void>;
  /** Opens, presses, fills and sends everything that there is in a part of the page, until nothing is new. */
  explore(text: string, part: 'main' | '.rail'): Promise<void>;
  /** Whether the text is shown as it is, or stands in a field. */
  shows(text: string): Promise<boolean>;
  /** Whether everything that was asked for is there, but for streams that go on. */
  isComplete(): boolean;
}

export async function openWatchedPage(browser: Browser, address: string): Promise<WatchedPage> {
  // Nobody looks: painting a whole window, and scrolling smoothly, would take as long as all the rest.
  const viewport = { width: 1280, height: 100 };
  const context = await browser.newContext({ locale: 'en-US', viewport, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(WATCH);
  await context.addInitScript(EXPLORE);
  const page = await context.newPage();
  const outside = watchOutside(page, address);
  const isComplete = watchRequests(page);
  return {
    page,
    isComplete,
    takeFaults: async () => [...outside.splice(0), ...(await page.evaluate<string[]>('watched.faults.splice(0)'))],
    seenKinds: () => page.evaluate<string[]>('[...watched.seen]'),
    countElements: () => page.evaluate('watched.count()'),
    show: (path) => page.evaluate<void>(`watched.show(${JSON.stringify(path)})`),
    explore: (text, part) => page.evaluate<void>(`watched.explore(${JSON.stringify(text)}, ${JSON.stringify(part)})`),
    shows: (text) => page.evaluate<boolean>(`watched.shows(${JSON.stringify(text)})`),
  };
}

function watchRequests(page: Page): () => boolean {
  const pending = new Set<Request>();
  const end = (request: Request) => pending.delete(request);
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const isStream = (request: Request) => /\/(?:events|stream)$/.test(new URL(request.url()).pathname);
  return () => [...pending].every(isStream);
}

/** What the page itself cannot see. */
function watchOutside(page: Page, address: string): string[] {
  const outside: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const isOwn = origin === address && /^\/(?:api|assets)\//.test(pathname);
    if (!isOwn && !request.isNavigationRequest()) outside.push(`asked for ${request.url()}`);
  });
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(`${address}/`)) outside.push(`went to ${frame.url()}`);
  });
  page.on('frameattached', () => outside.push('a frame was opened'));
  page.on('popup', (popup) => outside.push(`opened ${popup.url()}`));
  page.on('dialog', (dialog) => {
    outside.push(`said ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => outside.push(`failed with ${error.message}`));
  page.on('console', (message) => {
    // Refused requests are part of what is tried.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource: the server responded')) {
      outside.push(`complained: ${message.text()}`);
    }
  });
  return outside;
}
