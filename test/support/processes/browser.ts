import { accessSync, constants } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const PLACES = [
  process.env['PLUMBLINE_CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chromium of this machine; undefined: there is none, and tests that need it are skipped. */
export const CHROMIUM = PLACES.find(isExecutable);

/** Why tests of the page are skipped, and what to do. */
export const NO_CHROMIUM =
  'no Chromium was found: install the package chromium, or set PLUMBLINE_CHROMIUM to the path of one';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions());
}

export function browserOptions(): LaunchOptions {
  const executablePath = CHROMIUM;
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  // Containers lack what the sandbox needs; the tests open nothing but their own server.
  return { executablePath, args: ['--no-sandbox', '--disable-gpu'] };
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return path !== '';
  } catch {
    return false;
  }
}
