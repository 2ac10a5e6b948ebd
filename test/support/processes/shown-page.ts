import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A program for the page. What holds is neither described nor sent: with that a look takes several times as long. */
const LOOK = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)";

/** What axe finds wrong with a page as it is now. */
export async function violationsOf(page: Page): Promise<unknown[]> {
  // Through the driver, which the policy of the page does not concern.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
  const violations = await page.evaluate<readonly Violation[]>(LOOK);
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => `${node.html} ${node.failureSummary}`)]);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

type Box = Awaited<ReturnType<Locator['boundingBox']>>;

/** The words of the page's text layer that lie below a mark. */
export async function markedWords(page: Page): Promise<string> {
  const boxes = (locator: Locator) => locator.all().then((all) => Promise.all(all.map((one) => one.boundingBox())));
  const marks = await boxes(page.locator('.pdf-mark'));
  const items = page.locator('.text-layer span');
  const texts = await items.allInnerTexts();
  const places = await boxes(items);
  return texts.filter((_text, index) => marks.some((mark) => isBelow(mark, places[index] ?? null))).join(' ');
}

/** The middle of the item's height lies in the mark. */
function isBelow(mark: Box, item: Box): boolean {
  if (mark === null || item === null) return false;
  const middle = item.y + item.height / 2;
  return (
    mark.y <= middle && middle <= mark.y + mark.height && mark.x < item.x + item.width && item.x < mark.x + mark.width
  );
}

/** A program for the page: how many points of the picture are dark. */
export const DARK_POINTS = `(() => {
  const canvas = document.querySelector('canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return data.filter((value, index) => index % 4 === 0 && value < 100).length;
})()`;
