import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { browserOptions, CHROMIUM } from '../processes/browser.ts';
import { countStarted } from './started.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of one Chromium for all tests of the page; null: this machine has none. */
    browserAddress: string | null;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = CHROMIUM === undefined ? null : await chromium.launchServer(browserOptions());
  if (server !== null) countStarted('browser', project.name);
  project.provide('browserAddress', server?.wsEndpoint() ?? null);
  return async () => server?.close();
}
