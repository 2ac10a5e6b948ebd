// Seconds and clicks from opening the page of a server without documents to the first right answer over dropped ones.
import { zipOf } from '../test/support/builders/document-fixtures.ts';
import { launchBrowser } from '../test/support/processes/browser.ts';
import { createCliWorld } from '../test/support/processes/cli.ts';
import { dropFiles } from '../test/support/processes/dropped-files.ts';

const ROUNDS = 3;
const RIGHT = 'every forty days';
const FILES = {
  'lamp.md': '# Harbour lamp\n\nThe harbour lamp burns for nine hours on one filling of rapeseed oil.\n',
  'tides.md': '# Tides\n\nThe tide rises twice a day.\n',
  'papers.zip': zipOf({ 'sub/wick.md': '# Wick\n\nThe wick of the tower lamp is replaced every forty days.\n' }),
};

/** A drop is no click, and a question is typed: what is counted is what the mouse or Enter must press. */
async function measure(address: string): Promise<{ seconds: number; clicks: number }> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ locale: 'en-US' });
    const started = performance.now();
    await page.goto(address);
    const question = page.getByLabel('What do you want to know?');
    await question.waitFor();
    await dropFiles(page, FILES);
    await question.fill('How often is the wick of the tower lamp replaced?');
    await question.press('Enter');
    await page.locator('.answer .citation').first().waitFor({ timeout: 300_000 });
    if (!(await page.locator('.answer').innerText()).includes(RIGHT)) throw new Error('The answer is wrong.');
    return { seconds: (performance.now() - started) / 1_000, clicks: 1 };
  } finally {
    await browser.close();
  }
}

for (let round = 1; round <= ROUNDS; round += 1) {
  const world = await createCliWorld();
  try {
    const printed = await world.start('serve', '--port', '0').prints('Stop it with Ctrl-C');
    const { seconds, clicks } = await measure(/Serving (http:\S+);/.exec(printed)?.[1] ?? '');
    process.stdout.write(`round ${round}: ${seconds.toFixed(1)} s, ${clicks} press of a key or button\n`);
  } finally {
    await world.close();
  }
}
