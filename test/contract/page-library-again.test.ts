import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { webCorpusIdOf } from '@plumbline/contracts/evidence/corpus-set';
import { createDocumentParser } from '@plumbline/documents/parser';
import { readQuotedOriginal } from '@plumbline/report/source-original';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestPageLibrary,
  halfLampPage,
  lampPage,
  OTHER_RUN,
  RUN,
  type TestPageLibrary,
  textsOf,
} from '../support/builders/test-page-library.ts';
import { answer, htmlPage } from '../support/servers/page-server.ts';

const DAY_MS = 86_400_000;
const FORK = 'web-000000000003';

const parser = createDocumentParser({ timeLimitMs: 600_000 });
afterAll(() => parser.close());

let world: TestPageLibrary;

beforeEach(async () => {
  world = await createTestPageLibrary(parser);
});

afterEach(() => world.dispose());

describe('the page that an answer quotes', () => {
  /** A session that has read the page here, and one that another machine has kept it of. */
  const HERE = 'chat-lamp';
  const ELSEWHERE = 'chat-tide';

  async function quoting() {
    const reading = await world.read('/lamp', { run: webCorpusIdOf(HERE) });
    const [passage] = reading.kind === 'read' ? reading.passages : [];
    if (passage === undefined) throw new Error('nothing was read');
    const { source } = passage;
    const place = {
      kind: 'pages',
      owner: webCorpusIdOf(ELSEWHERE),
      name: 'lamp',
      at: source.retrievedAt,
      bytes: 0,
    } as const;
    const value = JSON.stringify({ address: source.locator, page: { source, passages: [] }, problem: null });
    const records = {
      list: async (_kind: string, owner: string) => (owner === place.owner ? [{ ...place, value }] : []),
    };
    const places = { home: world.home, blobs: createFileBlobStore(world.home), records };
    const corpus = { corpusDirectories: [], fileSelections: [] };
    const quote = { sourceId: source.sourceId, textHash: source.text.sha256 };
    return (readBy: string, changes = {}) => readQuotedOriginal({ corpus, readBy }, { ...quote, ...changes }, places);
  }

  it('is given out as it was read, to a session that has read it', async () => {
    const read = await quoting();
    const found = await read(HERE);

    expect(found).toMatchObject({ state: 'found', mediaType: 'text/html' });
    expect(found.state === 'found' && Buffer.from(found.bytes).toString()).toContain('<h2>Oil</h2>');
    expect(await read(ELSEWHERE)).toEqual(found);
    expect([await read(HERE, { textHash: 'a'.repeat(64) }), await read('chat-other')]).toEqual([
      { state: 'changed' },
      { state: 'missing' },
    ]);
  });
});

describe('reading a page again', () => {
  it('fetches nothing within a run', async () => {
    const first = await world.read('/lamp');
    world.wait(30 * DAY_MS);
    world.pages['/lamp'] = htmlPage('<p>Something else altogether stands here now.</p>');

    expect(await world.read('/lamp')).toEqual(first);
    expect(world.site.requests).toEqual(['/robots.txt', '/lamp']);
  });

  it('remembers a refusal within the run', async () => {
    world.pages['/nothing'] = answer(404, {}, '');
    await world.read('/nothing');
    world.pages['/nothing'] = lampPage;

    await expect(world.read('/nothing')).resolves.toEqual({ kind: 'refused', reason: 'does not exist (404)' });
    expect(world.fetchesOf('/nothing')).toBe(1);
  });

  it('fetches again in another run what was refused in one', async () => {
    world.pages['/nothing'] = answer(404, {}, '');
    await world.read('/nothing');
    world.pages['/nothing'] = lampPage;

    await expect(world.read('/nothing', { run: OTHER_RUN })).resolves.toMatchObject({ kind: 'read' });
  });

  it('copies all pages of a run to another one, with what could not be read, and keeps what that one has', async () => {
    await world.read('/lamp');
    world.pages['/nothing'] = answer(404, {}, '');
    await world.read('/nothing');
    const own = await world.read('/lamp', { run: OTHER_RUN });
    const fetches = world.site.requests.length;

    await world.library.copyAll(RUN, OTHER_RUN);
    await world.library.copyAll(RUN, FORK);

    expect(await world.read('/lamp', { run: OTHER_RUN })).toEqual(own);
    expect(await world.read('/lamp', { run: FORK })).toEqual(own);
    expect(await world.read('/nothing', { run: FORK })).toMatchObject({ kind: 'refused' });
    expect(world.site.requests).toHaveLength(fetches);
  });

  it('fetches and parses nothing for another run within a day', async () => {
    await world.read('/lamp');
    world.wait(DAY_MS - 1);

    const reading = await world.read('/lamp', { run: OTHER_RUN });

    expect(textsOf(reading)).toHaveLength(3);
    expect([world.fetchesOf('/lamp'), world.parsed.length]).toEqual([1, 1]);
  });

  it('fetches after a day, and parses nothing when the bytes are the same', async () => {
    await world.read('/lamp');
    world.wait(DAY_MS + 1);

    const reading = await world.read('/lamp', { run: OTHER_RUN });

    expect(reading).toMatchObject({ passages: [{ source: { retrievedAt: '2026-01-03T03:04:05.001Z' } }, {}, {}] });
    expect([world.fetchesOf('/lamp'), world.parsed.length]).toEqual([2, 1]);
  });

  it('fetches again, once, for a run that wants fresh answers', async () => {
    const ceiling = { modelCalls: 0, modelTokens: 0, money: null };
    const fresh = { run: OTHER_RUN, metering: { reuse: 'own-run', ceiling } } as const;
    await world.read('/lamp');

    await world.read('/lamp', fresh);
    await world.read('/lamp', fresh);

    expect([world.fetchesOf('/lamp'), world.parsed.length]).toEqual([2, 1]);
  });

  it('counts fetches by host, and reused ones', async () => {
    world.pages['/nothing'] = answer(404, {}, '');
    await world.read('/lamp');
    await world.read('/nothing');
    await world.read('/lamp', { run: OTHER_RUN });

    const page = { kind: 'page', name: world.site.host, model: '', money: null };
    expect(await world.ledgerOf(RUN)).toMatchObject({ entries: [{ ...page, requests: 2, reused: 0 }] });
    expect(await world.ledgerOf(OTHER_RUN)).toMatchObject({
      entries: [{ ...page, requests: 0, reused: 1 }],
      reusedFrom: [{ researchId: RUN, answers: 1 }],
    });
  });

  it('keeps what a run read when another run reads a newer version', async () => {
    const first = await world.read('/lamp');
    world.pages['/lamp'] = htmlPage('<p>The lamp was replaced by an electric one years ago.</p>');
    world.wait(DAY_MS + 1);

    const second = await world.read('/lamp', { run: OTHER_RUN });

    expect(textsOf(second)).toEqual(['The lamp was replaced by an electric one years ago.']);
    expect(await world.read('/lamp')).toEqual(first);
    expect(await world.library.passagesOf(RUN, `${world.site.origin}/lamp`)).toHaveLength(3);
  });

  it('does not give a run a page of an excluded domain', async () => {
    await world.read('/lamp');

    const reading = await world.read('/lamp', { run: OTHER_RUN, domainBlock: ['127.0.0.1'] });

    expect(reading).toMatchObject({ kind: 'refused', reason: expect.stringContaining('excludes') });
  });

  it('fetches once for concurrent requests', async () => {
    const readings = await Promise.all([
      world.read('/lamp'),
      world.read('/lamp#oil'),
      world.read('/lamp', { run: OTHER_RUN }),
    ]);

    expect(readings.map((reading) => textsOf(reading).length)).toEqual([3, 3, 3]);
    expect([world.fetchesOf('/lamp'), world.parsed.length]).toEqual([1, 1]);
    expect(await world.library.sourcesOf(RUN)).toHaveLength(1);
  });

  it('stays consistent when two processes fetch the same page at the same time', async () => {
    const request = {
      url: `${world.site.origin}/lamp`,
      webCorpusId: RUN,
      domainBlock: [],
      metering: UNLIMITED,
      signal: AbortSignal.timeout(120_000),
    };

    const [first, second] = await Promise.all([world.library.read(request), world.openAnother().read(request)]);

    expect(second).toEqual(first);
    expect(await world.library.passagesOf(RUN, request.url)).toHaveLength(3);
  });

  it('continues for the others when one is cancelled', async () => {
    const abort = new AbortController();
    world.pages['/slow'] = (response, request) => {
      abort.abort(new Error('cancelled'));
      lampPage(response, request);
    };

    const [cancelled, kept] = await Promise.allSettled([
      world.read('/slow', { signal: abort.signal }),
      world.read('/slow'),
    ]);

    expect([cancelled.status, kept.status]).toEqual(['rejected', 'fulfilled']);
  });
});

describe('a library whose process was killed', () => {
  it('fetches a page again whose bytes were never completed', async () => {
    await world.read('/lamp');
    for (const file of await blobFiles()) await rm(file);

    const reading = await world.read('/lamp', { run: OTHER_RUN });

    expect(textsOf(reading)).toHaveLength(3);
    expect(world.fetchesOf('/lamp')).toBe(2);
  });

  it('fetches a page again whose bytes are damaged', async () => {
    await world.read('/lamp');
    for (const file of await blobFiles()) await writeFile(file, 'half');

    const reading = await world.read('/lamp', { run: OTHER_RUN });

    expect(textsOf(reading).join('\n')).toContain('whale oil');
    expect(world.fetchesOf('/lamp')).toBe(2);
  });

  it('fetches a page again whose answer broke off', async () => {
    world.pages['/half'] = halfLampPage;
    await expect(world.read('/half')).rejects.toMatchObject({ name: 'PageUnavailableError' });

    world.pages['/half'] = lampPage;

    expect(textsOf(await world.read('/half'))).toHaveLength(3);
  });

  it('keeps its content when reopened', async () => {
    const first = await world.read('/lamp');
    const again = world.openAnother();

    const request = {
      url: `${world.site.origin}/lamp`,
      webCorpusId: RUN,
      domainBlock: [],
      metering: UNLIMITED,
      signal: AbortSignal.timeout(120_000),
    };

    expect(await again.read(request)).toEqual(first);
    expect(world.fetchesOf('/lamp')).toBe(1);
  });

  async function blobFiles(): Promise<string[]> {
    const entries = await readdir(join(world.home, 'blobs'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }
});
