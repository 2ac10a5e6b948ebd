import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { NO_CHROMIUM } from './browser.ts';

/** A test fails for what does not come, not for what a busy machine shows late. */
export const PATIENCE_MS = 240_000;

/** The browser that all files share; what was opened in it from here ends with the test. */
export async function connectBrowser(): Promise<Browser> {
  const address = inject('browserAddress');
  if (address === null) throw new Error(NO_CHROMIUM);
  const browser = await chromium.connect(address);
  onTestFinished(() => browser.close());
  return browser;
}

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

export async function openPage(address: string, { tolerated, ...options }: PageOptions = {}): Promise<OpenedPage> {
  const browser = await connectBrowser();
  const context = await browser.newContext({ locale: 'en-US', ...options });
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

/** Shows a page in another light and window, as a person changes them: what is open stays open. */
export async function lookAs(
  page: Page,
  { colorScheme, width }: { readonly colorScheme: 'light' | 'dark'; readonly width: number },
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
}

/** Tells the element that has the focus at this moment: its id, or else its text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.id || document.activeElement.textContent');
}

/** By how many pixels the page is wider than its window at this moment. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}
