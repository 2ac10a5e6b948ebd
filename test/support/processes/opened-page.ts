import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** A test fails for what does not come, not for what a busy machine shows late. */
const PATIENCE_MS = 90_000;

/** A page in a context of its own, which ends with the test. */
export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in the page, and what the browser noted as an error. */
  readonly complaints: readonly string[];
}

export interface PageOptions extends BrowserContextOptions {
  /** What the browser may note, as requests that a test wants refused. */
  readonly tolerated?: RegExp;
}

export async function openPage(
  browser: Browser,
  address: string,
  { tolerated, ...options }: PageOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && tolerated?.test(message.text()) !== true) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(address);
  return { page, context, complaints };
}

/** Tells the element that has the focus at this moment: its id, or else its text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.id || document.activeElement.textContent');
}

/** By how many pixels the page is wider than its window at this moment. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}
