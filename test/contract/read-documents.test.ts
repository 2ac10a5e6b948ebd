import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import { createFolderCorpusIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReadDocuments } from '../../activities/entries/briefings/read-documents.ts';
import { slotOf } from '../../workflows/domain/briefing/slots.ts';
import { themeOf } from '../support/builders/briefing-judging-fixtures.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';

const CHANGES = `# Changes of the lamp service

## 2.1.0 - 2026-03-02

- The dimmer API answers with status 409 while a lamp restarts.
- Translations were updated for the settings page.

## 2.0.0

### Dimmer API

- Steps below one percent are refused from now on.

#### Reasons

| Step below one | Seen in daylight |
| --- | ---: |

- Such a step is not seen in daylight.
`;
const NEW = '## 2.2.0 - 2026-03-09\n\n- The dimmer API accepts a duration in milliseconds.\n\n';

let home: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  home = await temporaryFolder();
});
afterAll(() => home.dispose());

const DIMMER = themeOf({ id: 'dimmer', title: 'Dimmer API', actors: ['dimmer API'] });

/** Reads the folder as it is now, knowing what was read before. */
async function readThemes(themes: readonly Theme[], known: readonly string[] = [], since: string | null = null) {
  const blobs = createFileBlobStore(home.path);
  const corpus = createFolderCorpusIndex({ home: home.path, blobs, now: () => new Date() });
  const { signal } = new AbortController();
  const { corpusId } = await corpus.update({ directory: join(home.path, 'docs'), signal, onProgress: () => undefined });
  const slot = slotOf('daily', '2026-03-10T06:00:00Z', 'UTC');
  return createReadDocuments({ corpus })({ corpusId, slot, language: 'en', themes, known, since });
}

async function read(known: readonly string[] = [], since: string | null = null) {
  const { themes, ...others } = await readThemes([DIMMER], known, since);
  const [dimmer] = themes;
  if (dimmer === undefined) throw new Error('the theme was not read');
  return { ...others, ...dimmer };
}

async function write(text: string, path = 'CHANGES.md'): Promise<void> {
  await mkdir(join(home.path, 'docs', path, '..'), { recursive: true });
  await writeFile(join(home.path, 'docs', path), text);
}

describe('what documents say of a theme', () => {
  it('is read whole, with its place and its date, and only once', async () => {
    await write(CHANGES);
    const first = await read();

    expect(first.documents).toBe(1);
    expect(first.said.passages.map(({ text, place, day }) => [day, place.split(' › ').at(-1), text])).toEqual([
      ['2026-03-02', '2.1.0 - 2026-03-02', 'The dimmer API answers with status 409 while a lamp restarts.'],
      [null, 'Dimmer API', 'Steps below one percent are refused from now on.'],
      [null, 'Reasons', '| Step below one | Seen in daylight |'],
      [null, 'Reasons', 'Such a step is not seen in daylight.'],
    ]);
    expect(first.undated).toEqual({ count: 1, first: ['CHANGES.md'] });
    expect(first.findings.flatMap(({ quotes }) => quotes).map(({ key }) => key)).toEqual(
      first.said.passages.flatMap(({ citations }) => citations),
    );
    for (const { quotes } of first.findings)
      for (const { start, end, text } of quotes) expect(CHANGES.slice(start, end)).toBe(text);

    const { said: again } = await read(first.wordsIds);
    expect([again.passages, again.fresh, again.known]).toEqual([[], 0, 4]);
  });

  it('is reported as news where a document changed, wherever the rest moved to', async () => {
    await write(CHANGES);
    const { wordsIds } = await read();
    await write(CHANGES.replace('## 2.1.0', `${NEW}## 2.1.0`));
    const { said } = await read(wordsIds);

    expect([said.fresh, said.known]).toEqual([1, 4]);
    expect(said.passages).toMatchObject([
      { day: '2026-03-09', text: 'The dimmer API accepts a duration in milliseconds.' },
    ]);
  });

  it('comes with what the newest documents say of anything else, each heading once before any twice', async () => {
    await write(CHANGES);
    const lamps = ['# Log', '## Dimmer API', 'The dimmer API was photographed.', '## Masts'];
    const masts = Array.from({ length: 45 }, (_, index) => `- Mast number ${index + 1} was painted white again.`);
    const bells = ['## Bells', '- The bell of the harbour rings at noon now.'];
    const history = ['## 1.0.0 - 2019-04-02', '- The first lamp was lit with whale oil.'];
    await write([...lamps, masts.join('\n'), ...bells, ...history].join('\n\n'), '2026-03-10/log.md');
    const { elsewhere, wordsIds } = await read([], '2026-03-09');

    const told = elsewhere?.said.passages.map(({ text }) => text) ?? [];
    expect([elsewhere?.said.fresh, told.length, told[0], told[1]]).toEqual([
      46,
      40,
      'Mast number 1 was painted white again.',
      'The bell of the harbour rings at noon now.',
    ]);

    const later = await read([...wordsIds, ...(elsewhere?.wordsIds ?? [])], '2026-03-10');
    expect([later.elsewhere?.said.fresh, later.elsewhere?.said.known]).toEqual([0, 46]);
  });
});

describe('a passage that names several themes', () => {
  const QUEUES = themeOf({
    id: 'queues',
    title: 'Queues for grid connections',
    actors: ['Bundesnetzagentur', 'ACER'],
    tags: ['grid-queues'],
  });
  const STORAGE = themeOf({
    id: 'storage',
    title: 'Revenues of battery storage',
    actors: ['Bundesnetzagentur'],
    tags: ['storage'],
    mechanism: [{ cause: ['balancing price'], effect: ['revenue'] }],
  });
  const SAID = {
    queues: 'The Bundesnetzagentur counts 226 gigawatts that wait for connections to the grid.',
    storage: 'The Bundesnetzagentur lowers the balancing price for each megawatt hour.',
    neither: 'The Bundesnetzagentur moves to another building in Bonn.',
    alone: 'ACER asks for comments on the forms of network operators.',
  };
  const toldOf = async (themes: readonly Theme[]) =>
    Object.fromEntries(
      (await readThemes(themes)).themes.map(({ themeId, said }) => [themeId, said.passages.map(({ text }) => text)]),
    );

  it('stands once, below the theme whose words it has, else below the first', async () => {
    await write(`# Notes of 2026-03-09\n\n${Object.values(SAID).join('\n\n')}\n`, 'notes/2026-03-09.md');

    const told = await toldOf([QUEUES, STORAGE]);

    expect(told['queues']).toEqual([SAID.queues, SAID.neither, SAID.alone]);
    expect(told['storage']).toEqual([SAID.storage]);
    expect((await toldOf([STORAGE, QUEUES]))['storage']).toEqual([SAID.storage, SAID.neither]);
  });

  it('is known to the theme that told it, and to no other', async () => {
    const first = await readThemes([QUEUES, STORAGE]);
    const again = await readThemes(
      [QUEUES, STORAGE],
      first.themes.flatMap(({ wordsIds }) => wordsIds),
    );

    expect(again.themes.map(({ said }) => [said.fresh, said.known])).toEqual([
      [0, 3],
      [0, 1],
    ]);
  });
});

describe('what is counted and not shown', () => {
  const SEXTANT = themeOf({ id: 'sextant', title: 'Sextant API', actors: ['sextant API'] });
  const readSextant = async (known: readonly string[]) => {
    const [theme] = (await readThemes([SEXTANT], known, '2026-03-09')).themes;
    if (theme === undefined) throw new Error('the theme was not read');
    return theme;
  };

  it('is a long guide that appears, and what goes on with a paragraph below its heading, which is quoted', async () => {
    await write('# Sextants\n\nThe sextant API measures angles.\n', 'sextants.md');
    const { wordsIds } = await readSextant([]);
    const steps = [1, 2, 3, 4].map((step) => `- Step ${step} of the sextant API needs a horizon.`);
    await write(['# Guide', ...steps].join('\n\n'), 'guide.md');
    const change = ['## Change 7', 'The sextant API forgets no angle.', '- the sextant API forgets no angle now'];
    const more = ['Tests of the sextant API were made faster, too.', 'Angles below one degree were lost at noon.'];
    const log = ['# Log', ...change, ...more].join('\n\n');
    await write(log, 'log/2026-03-10.md');
    const { said, findings } = await readSextant(wordsIds);

    expect(said.passages.map(({ text }) => text)).toEqual(['The sextant API forgets no angle.']);
    expect([said.fresh, said.known]).toEqual([7, 1]);
    // Also what does not name the theme.
    const [, rest] = findings[0]?.quotes ?? [];
    expect(rest?.text).toBe(['the sextant API forgets no angle now', ...more].join('\n\n'));
    expect(log.slice(rest?.start, rest?.end)).toBe(rest?.text);
    const { elsewhere } = await readThemes([SEXTANT], wordsIds, '2026-03-09');
    expect(elsewhere?.said.passages.filter(({ place }) => place.includes('Change 7'))).toEqual([]);
  });

  it('is told outside the themes when it is added below a paragraph that was told before', async () => {
    const log = ['# Log', '## Change 7', 'The sextant API forgets no angle.', 'Tests of it were made faster, too.'];
    await write('# Sextants\n\nThe sextant API measures angles.\n', 'sextants.md');
    await write(log.join('\n\n'), 'log/2026-03-10.md');
    const first = await readThemes([SEXTANT], [], '2026-03-09');
    const known = [...first.themes, ...(first.elsewhere === null ? [] : [first.elsewhere])].flatMap(
      ({ wordsIds }) => wordsIds,
    );
    await write([...log, 'Angles below one degree were lost at noon.'].join('\n\n'), 'log/2026-03-10.md');
    const { themes, elsewhere } = await readThemes([SEXTANT], known, '2026-03-09');

    expect(themes[0]?.said.passages).toEqual([]);
    expect(elsewhere?.said.passages.map(({ text }) => text)).toEqual(['Angles below one degree were lost at noon.']);
  });

  it('is not what stands too far below a paragraph to be quoted with it', async () => {
    await write('# Sextants\n\nThe sextant API measures angles.\n', 'sextants.md');
    const { wordsIds } = await readSextant([]);
    const buoys = Array.from(
      { length: 30 },
      (_, index) =>
        `Buoy number ${index + 1} was taken in, dried, painted red and white, and laid out again before the ice.`,
    );
    await write(['# Log', '## Change 8', 'The sextant API counts stars.', ...buoys].join('\n\n'), 'log/2026-03-10.md');
    const { themes, elsewhere } = await readThemes([SEXTANT], wordsIds, '2026-03-09');
    const quoted = [...themes, ...(elsewhere === null ? [] : [elsewhere])].map(({ findings }) =>
      findings.flatMap(({ quotes }) => quotes.map(({ text }) => text)).join('\n'),
    );

    expect(quoted).toHaveLength(2);
    // Each of them either goes on with the theme or stands outside of it.
    expect(buoys.filter((buoy) => quoted.filter((texts) => texts.includes(buoy)).length !== 1)).toEqual([]);
  });
});
