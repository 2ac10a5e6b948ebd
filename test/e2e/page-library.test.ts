import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, pdfOfLines, zipOf } from '../support/builders/document-fixtures.ts';
import { CHROMIUM, NO_CHROMIUM } from '../support/processes/browser.ts';
import { LAMP_DOCUMENTS } from '../support/processes/cli.ts';
import { dropFiles } from '../support/processes/dropped-files.ts';
import { focused, openPage, overflowOf, type PageOptions } from '../support/processes/opened-page.ts';
import { markedWords, violationsOf } from '../support/processes/shown-page.ts';
import { type CommandWorld, createServedWorld } from '../support/worlds/command-world.ts';

const HOSTILE = '<img src=x onerror="globalThis.attacked=1">.md';
const WICK = '# Wick\n\nThe wick of the tower lamp is replaced every forty days.\n';
const FILES = {
  'lamp.md': LAMP_DOCUMENTS['lamp.md'] ?? '',
  [HOSTILE]: '# Tides\n\nThe tide rises twice a day.\n',
  'papers.zip': zipOf({ 'sub/wick.md': WICK }),
};

const RULES = pdfOfLines(
  [
    column('The harbour office keeps the beacon and the fog horn. The keeper reports every month.', {}),
    column('The fog horn is sounded every two minutes in fog, and every failure is reported to the master.', {}),
  ],
  '',
  'Helvetica',
);

const offeredBy = ({ documents }: Pick<CommandWorld, 'documents'>): string => `${documents}-offered`;

let made: { readonly world: CommandWorld; readonly address: string } | undefined;

/** A server without any source, which offers folders. */
beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  const world = await createServedWorld();
  await mkdir(offeredBy(world));
  const printed = await world.start('serve', '--port', '0', '--offer', offeredBy(world)).prints('Stop it with Ctrl-C');
  const address = /Serving (http:\S+);/.exec(printed)?.[1] ?? '';
  made = { world, address };
});
afterAll(async () => {
  await made?.world.close();
});

async function open(path: string, options: PageOptions = {}) {
  if (made === undefined) throw new Error(NO_CHROMIUM);
  // What the server refuses, the browser notes by itself.
  return openPage(made.address + path, { tolerated: /status of 4/, ...options });
}

const report = (page: Page) => page.getByRole('region', { name: 'Adding documents' });

describe.skipIf(CHROMIUM === undefined)(
  `the library in a browser${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ''}`,
  () => {
    it('answers from two files and an archive that were just dropped, and cites them', async () => {
      const { page, complaints } = await open('/');
      await page.getByText('Drop documents anywhere on this page').waitFor();

      await dropFiles(page, { ...FILES, 'tool.exe': 'MZ', 'broken.pdf': 'no PDF' });
      const question = page.getByLabel('What do you want to know?');
      await question.fill('How often is the wick of the tower lamp replaced?');
      await question.press('Enter');
      await page.locator('.answer .citation').first().click();

      await expect.poll(() => page.locator('.answer').innerText()).toContain('every forty days');
      await expect.poll(() => page.locator('.panel').innerText()).toContain('papers.zip/sub/wick.md');
      await report(page).getByText('Added to “Uploads”: 4 documents.').waitFor();
      await expect
        .poll(() => report(page).innerText())
        .toMatch(/1 could not be read[^]*tool\.exe: unsupported file type/);
      expect(await page.evaluate('globalThis.attacked ?? null')).toBe(null);
      expect(complaints).toEqual([]);
    });

    it('asks before it overwrites, by keyboard alone, and keeps both', async () => {
      const { page } = await open('/library');
      await page.getByText(HOSTILE).waitFor();
      await dropFiles(page, { 'lamp.md': '# Another lamp\n\nIt is electric.\n' });

      const both = report(page).getByRole('button', { name: 'Keep both: lamp.md' });
      await both.focus();
      await page.keyboard.press('Enter');
      await page.locator('.document', { hasText: 'lamp (2).md' }).waitFor();
      await expect.poll(() => page.locator('.document bdi', { hasText: /^lamp\.md$/ }).count()).toBe(1);
    });

    it('opens a document as it was read, and asks it alone', async () => {
      const { page } = await open('/library');
      await page.locator('main').getByRole('searchbox').fill('sub/wick');
      // The list is read anew for what was typed.
      await expect
        .poll(() => page.locator('.document').allInnerTexts())
        .toSatisfy((shown: string[]) => shown.length > 0 && shown.every((text) => /wick/i.test(text)));
      await page.locator('.document').getByRole('button', { name: /wick/i }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('.stored').getByText(/wick/i).first().waitFor();
      await dialog.locator('.document-about p').getByText(/wick/i).waitFor();

      await dialog.getByRole('link', { name: 'Ask only this one' }).click();

      await expect.poll(() => page.getByLabel('Only these files').inputValue()).toMatch(/^\/.*wick/i);
    });

    it('shows the contents of a document, finds words in it, keeps a note on them, and what cites it', async () => {
      const { page, complaints } = await open('/library');
      const row = page.locator('.document', { hasText: 'papers.zip/sub/wick.md' });
      await row.locator('.opens').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('searchbox', { name: 'Search this document' }).fill('FORTY days');
      await dialog.getByText('1 place', { exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => dialog.locator('mark').allInnerTexts()).toEqual(['forty days']);
      await dialog.getByLabel('New note; #words are tags').fill('Every month? #later');
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: '“forty days”' }).waitFor();
      await dialog.locator('.stored').getByText('The wick of the tower lamp').waitFor();
      await page.evaluate("getSelection().selectAllChildren(document.querySelector('.whole .stored h3'))");
      await dialog.getByText('On “Wick”').waitFor();
      expect(await violationsOf(page)).toEqual([]);

      await dialog.getByRole('button', { name: 'Close' }).click();
      await row.getByText('1 note', { exact: true }).waitFor();
      await row.getByRole('button', { name: '#later' }).click();
      await expect.poll(() => page.locator('.document').count()).toBe(1);
      await row.locator('.opens').click();
      await dialog.getByRole('link', { name: 'How often is the wick of the tower lamp replaced?' }).click();
      await page.locator('.answer .citation').first().waitFor();
      expect(complaints).toEqual([]);
    });

    it('asks several documents alone, and gives them a tag', async () => {
      const { page } = await open('/library');
      await page.getByLabel('Choose lamp.md').check();
      await page.getByLabel('Choose papers.zip/sub/wick.md').check();
      const chosen = page.getByRole('region', { name: 'Chosen documents' });
      await chosen.getByText('2 documents chosen').waitFor();
      await chosen.getByLabel('Tag', { exact: true }).fill('wicks');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByRole('button', { name: '#wicks' }).count()).toBe(2);
      await chosen.getByRole('button', { name: 'Ask only these' }).click();
      await page.getByText('Only 2 files').waitFor();
      await page.getByLabel('What do you want to know?').fill('Which oil is used?');
      await page.keyboard.press('Enter');
      await page.locator('.composer').getByText('Only these files: ').waitFor();
    });

    it('finds documents by name and by text, says why one is not read, and removes one and then all', async () => {
      const { page } = await open('/library');
      const documents = page.locator('.document');
      const kept = async () => JSON.parse((await made?.world.run('library', 'list', '--json'))?.stdout ?? '');
      await page.getByText('damaged PDF').waitFor();
      await page.locator('main').getByRole('searchbox').fill('SUB/WICK');
      await expect.poll(() => documents.count()).toBe(1);
      // The text of another one has the word as well.
      await page.locator('main').getByRole('searchbox').fill('WICK');
      await expect.poll(() => documents.count()).toBe(2);
      await page.locator('main').getByRole('searchbox').fill('');
      await expect.poll(() => documents.count()).toBe(5);

      await page.getByRole('button', { name: 'Remove: broken.pdf' }).press('Enter');
      await page.getByText('“broken.pdf” was removed.').waitFor();
      await expect.poll(() => documents.count()).toBe(4);
      await expect.poll(() => focused(page)).toBe('Undo');
      expect(await kept()).toMatchObject({ collections: [{ name: 'Uploads', documents: 4, unreadable: 1 }] });
      await page.keyboard.press('Enter');
      await expect.poll(() => documents.count()).toBe(5);

      await page.getByRole('button', { name: 'Remove: broken.pdf' }).click();
      await page.locator('.toast').getByRole('button', { name: 'Close' }).click();
      await expect.poll(kept).toMatchObject({ collections: [{ name: 'Uploads', documents: 4, unreadable: 0 }] });
      await expect.poll(() => documents.count()).toBe(4);
      await page.getByRole('button', { name: 'Remove the collection: Uploads' }).press('Enter');
      await page.getByText('“Uploads” was removed.').waitFor();
      // Who leaves the page has not taken it back.
      await page.goto('about:blank');
      await expect.poll(kept).toMatchObject({ collections: [] });
      await page.goBack();
      await page.getByText('There is no document yet.').waitFor();
    });

    it('searches a folder of the server that was chosen, by keyboard alone, until it is given up', async () => {
      const { page } = await open('/library');
      const { address = '', world } = made ?? {};
      const offered = offeredBy(world ?? { documents: '' });
      await mkdir(join(offered, 'norms', HOSTILE), { recursive: true });
      await writeFile(join(offered, 'norms', 'mast.md'), '# Mast\n\nThe mast is painted every seven years.\n');
      await symlink(tmpdir(), join(offered, 'norms', 'outside'));
      const press = async (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
      await page.getByText('Add a folder of the server').press('Enter');
      await press(basename(offered));
      await press('norms');
      await page.getByRole('button', { name: HOSTILE }).waitFor();
      expect(await page.getByRole('button', { name: 'outside' }).count()).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
      for (const path of ['outside', '../..', 'missing'])
        expect((await fetch(`${address}/api/offered-folders?path=${basename(offered)}/norms/${path}`)).status).toBe(
          404,
        );
      await press('Search “norms”');
      await page.getByText('“norms” is searched from now on.').waitFor();
      await page.goto(address);
      await page.getByLabel('What do you want to know?').fill('How often is the mast painted?');
      await page.keyboard.press('Enter');
      await page.locator('.answer').getByText('every seven years').first().waitFor();

      await page.goto(`${address}/library`);
      await press('Search it no longer: norms');
      await page.getByText('“norms” is no longer searched.').waitFor();
      await press('Close');
      expect(await readdir(join(offered, 'norms'))).toContain('mast.md');
      await page.locator('.library-folder bdi', { hasText: /^norms$/ }).waitFor({ state: 'detached' });
    });

    it('shows what the command line adds, without a violation of axe, light and dark, wide and narrow', async () => {
      const added = await made?.world.run('library', 'add', made.world.documents, '--json', '--to', 'Uploads');
      expect(JSON.parse(added?.stdout ?? '').stored).toHaveLength(3);
      const { page: read } = await open('/library');
      await read.getByRole('button', { name: /^keeper\.md/ }).waitFor();
      for (const [colorScheme, locale] of [
        ['light', 'en-US'],
        ['dark', 'de-DE'],
      ] as const) {
        for (const width of [1280, 375]) {
          const { page, context } = await open('/library', { colorScheme, locale, viewport: { width, height: 900 } });
          await page.locator('.document').first().waitFor();
          for (const more of await page.locator('.add-page summary').all()) await more.click();
          await page.locator('.document .opens').first().click();
          await dropFiles(page, { 'tool.exe': 'MZ', 'keeper.md': 'other\n' });
          await page.locator('.refused-files li').nth(1).waitFor();
          await expect.poll(() => overflowOf(page)).toBe(0);
          expect(await violationsOf(page)).toEqual([]);
          await context.close();
        }
      }
    });

    it('shows the page of a PDF that an answer cites, as large as it is wanted', async () => {
      const { page, complaints } = await open('/');
      await dropFiles(page, { 'rules.pdf': RULES });
      const question = page.getByLabel('What do you want to know?');
      await question.fill('How often is the fog horn sounded?');
      await question.press('Enter');

      await page.getByRole('button', { name: 'Open source 1: rules' }).click();
      await page.locator('.pdf-mark').first().waitFor();
      const widthOf = async () => (await page.locator('.pdf-page canvas').boundingBox())?.width ?? 0;
      await expect.poll(widthOf).toBeGreaterThan(0);
      const small = await widthOf();
      await page.getByRole('button', { name: 'Larger' }).click();

      await expect.poll(widthOf).toBeGreaterThan(small);
      await expect.poll(() => markedWords(page)).toContain('every two minutes');
      await expect.poll(() => page.locator('.panel').innerText()).toContain('rules.pdf, page 2');
      expect(await violationsOf(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it('takes the report of what was added away by itself, and never that of what was refused', async () => {
      const { page } = await open('/library');
      await page.locator('main h1').waitFor();
      await page.clock.install();
      await dropFiles(page, { 'horn.md': '# Horn\n\nIt is loud.\n' });
      await report(page).getByText('Added to “Uploads”').waitFor();
      const later = async () => {
        await page.clock.runFor('00:10');
        return page.locator('.upload-report').count();
      };
      await expect.poll(later).toBe(0);

      await dropFiles(page, { 'tool.exe': 'MZ' });
      await report(page).getByRole('button', { name: 'Close' }).waitFor();
      expect([await later(), await later()]).toEqual([1, 1]);
      expect(await page.locator('.refused-files').innerText()).toContain('tool.exe');
    });

    it('opens a PDF as its pages, from the bytes that were read', async () => {
      const { page, complaints } = await open('/library');
      const papers = `${made?.address}/api/library/Papers`;
      const body = Uint8Array.from(RULES);
      await fetch(`${papers}/documents?path=horn.pdf`, { method: 'PUT', body });
      await fetch(`${papers}/reading`, { method: 'POST' });
      await page.reload();

      const folder = page.locator('details.library-folder', { hasText: 'Papers' });
      // The only folder is open by itself.
      if (!(await folder.evaluate(({ open }: { readonly open: boolean }) => open)))
        await folder.locator('summary').first().click();
      await page.getByRole('button', { name: /^horn\.pdf/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('canvas').waitFor();
      await dialog.locator('.text-layer').getByText('every month').waitFor();
      await dialog.locator('.document-about').getByText('The harbour office keeps the beacon').waitFor();
      expect(complaints).toEqual([]);
    });
  },
);
