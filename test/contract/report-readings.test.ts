import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Source } from '@plumbline/contracts/evidence/source';
import { MAX_TEXT_WINDOW, reportReadingSchema, sourceTextSchema } from '@plumbline/contracts/report/report-reading';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { describe, expect, it } from 'vitest';
import { openLocalTools } from '../../client/service/local-tools.ts';
import { createApiWorld } from '../support/builders/api-world.ts';
import { publishReport } from '../support/builders/published-report.ts';
import { replaceReport } from '../support/builders/stored-records.ts';

const RUN = '/api/runs/research-lamp';
const BYTES = '# Harbour lamp\n';

/** A published report in a store, its documents in a folder, and the API over both. */
async function readWorld(source: Partial<Source> = {}, { folders = ['documents'] }: { folders?: string[] } = {}) {
  const place = await mkdtemp(join(tmpdir(), 'report-readings-'));
  const home = join(place, 'home');
  const directories = folders.map((folder) => join(place, folder));
  for (const directory of directories) await mkdir(directory, { recursive: true });
  const request = researchRequestSchema.parse({
    question: 'How long does the harbour lamp burn?',
    corpusDirectories: directories,
  });
  const published = await publishReport(
    home,
    { request },
    { sourceChanges: { contentHash: hashOf(BYTES), ...source } },
  );
  const tools = openLocalTools({ PLUMBLINE_HOME: home });
  const { api } = createApiWorld({ tools });
  const [documents = ''] = directories;
  return { place, home, documents, published, get: (path: string) => api.request(path) };
}

async function readText(asked: Response | Promise<Response>) {
  return sourceTextSchema.parse(await (await asked).json());
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe('a report for readers', () => {
  it('has the claims as plain texts, the citations and what was dropped', async () => {
    const { get } = await readWorld();

    const response = await get(`${RUN}/reading`);
    const reading = reportReadingSchema.parse(await response.json());

    expect(response.status).toBe(200);
    expect(reading.sections.map(({ name }) => name)).toEqual(['answer', 'key-findings', 'limitations']);
    expect(reading.sections[0]?.groups[0]?.blocks[0]).toMatchObject({
      form: 'list',
      items: [
        {
          number: null,
          claims: [{ number: 1, text: 'The harbour lamp burns for nine hours on one filling.', citations: [1] }],
          below: [],
        },
      ],
    });
    expect(reading.citations.map(({ number }) => number)).toEqual([1, 2]);
    expect(reading.drift?.dropped).toHaveLength(1);
    expect(JSON.stringify(reading)).not.toContain('/documents');
  });

  it.each([
    ['has no figure of coverage where no model judged', 'offline', true, null],
    ['says how many parts of the question have a confirmed statement', 'model', true, 50],
    ['counts no statement that nobody confirmed', 'model', false, 0],
  ] as const)('%s', async (_, engine, isEntailed, coverage) => {
    const { home, get, published } = await readWorld();
    const { report } = published.record;
    const tasks = ['t1', 't2'].map((taskId) => ({ taskId, text: `part ${taskId}`, rationale: '' }));
    const summary = report.summary.map((claim) => ({ ...claim, ...(isEntailed && { isEntailed }) }));
    const judged = {
      ...published.record,
      plan: { tasks },
      report: { ...report, summary, stats: { ...report.stats, engine } },
    };
    await replaceReport(home, 'research-lamp', JSON.stringify(judged));

    const reading = reportReadingSchema.parse(await (await get(`${RUN}/reading`)).json());

    expect(reading.coverage).toBe(coverage);
  });

  it('is 404 for an unknown run, and 503 without a path where the record cannot be read', async () => {
    const { get, home } = await readWorld();
    await replaceReport(home, 'research-lamp', '{"a":1}');

    const unknown = await get('/api/runs/research-other/reading');
    const damaged = await get(`${RUN}/reading`);
    const problem = await damaged.text();

    expect([unknown.status, damaged.status]).toEqual([404, 503]);
    expect(problem).not.toContain(home);
  });
});

describe('the trace of a claim', () => {
  it('leads to the stored words, compared again', async () => {
    const { get } = await readWorld();

    const trace = await (await get(`${RUN}/claims/1/trace`)).json();

    expect(trace).toMatchObject({
      isTraceable: true,
      attributions: [{ number: 1, finding: { findingId: 't1f1' }, stored: { isFound: true, isEqual: true } }],
    });
  });

  it.each([
    ['99', 404],
    ['0', 400],
    ['x', 400],
  ])('is refused for a claim that there is not: %s', async (claim, status) => {
    const { get } = await readWorld();

    expect((await get(`${RUN}/claims/${claim}/trace`)).status).toBe(status);
  });
});

describe('the stored text of a source', () => {
  it('comes as the asked part, cut to what there is', async () => {
    const { get } = await readWorld();

    const part = await readText(get(`${RUN}/sources/s1/text?start=2&end=14`));
    const beyond = await readText(get(`${RUN}/sources/s1/text?start=999999`));

    expect(part).toMatchObject({ start: 2, end: 14, text: 'Harbour lamp' });
    expect(beyond).toMatchObject({ text: '' });
    expect(beyond.start).toBe(beyond.length);
  });

  it('is never longer than the longest window', async () => {
    const long = 'x'.repeat(MAX_TEXT_WINDOW * 2);
    const text = { sha256: hashOf(long), byteLength: long.length, mediaType: 'text/plain' };
    const { get, home } = await readWorld({ text });
    await createFileBlobStore(home).putText(long, 'text/plain');

    const part = await readText(get(`${RUN}/sources/s1/text?end=9999999`));

    expect(part).toMatchObject({ length: long.length, end: MAX_TEXT_WINDOW });
    expect(part.text).toHaveLength(MAX_TEXT_WINDOW);
  });

  it('is handed out only where the report rests on it', async () => {
    const { get, home } = await readWorld();
    const foreign = await createFileBlobStore(home).putText('the text of another run', 'text/plain');

    const paths = [`s1/text?hash=${foreign.sha256}`, 's2/text', '..%2F..%2Fhome/text', `s1/text?hash=..%2F..%2Fx`];
    const statuses = await Promise.all(paths.map(async (path) => (await get(`${RUN}/sources/${path}`)).status));

    expect(statuses).toEqual([404, 404, 404, 400]);
  });
});

describe('the original of a cited document', () => {
  it('comes as it was read, and never as something that a browser would run', async () => {
    const { get, documents } = await readWorld();
    await writeFile(join(documents, 'lamp.md'), BYTES);

    const response = await get(`${RUN}/sources/s1/original`);

    expect(await response.text()).toBe(BYTES);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe('attachment');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is a PDF where it was read as one', async () => {
    const { get, documents } = await readWorld({ locator: 'lamp.pdf', mediaType: 'application/pdf' });
    await writeFile(join(documents, 'lamp.pdf'), BYTES);

    expect((await get(`${RUN}/sources/s1/original`)).headers.get('content-type')).toBe('application/pdf');
  });

  it('is found in the folder that its locator names', async () => {
    const { get, place } = await readWorld({ locator: 'minutes/lamp.md' }, { folders: ['norms', 'minutes'] });
    await writeFile(join(place, 'minutes', 'lamp.md'), BYTES);

    expect(await (await get(`${RUN}/sources/s1/original`)).text()).toBe(BYTES);
  });

  it('is a stored page where it came from the web', async () => {
    const { get, home } = await readWorld({ locator: 'https://example.com/lamp' });
    await createFileBlobStore(home).putText(BYTES, 'text/html');

    expect(await (await get(`${RUN}/sources/s1/original`)).text()).toBe(BYTES);
  });

  it('is refused once the file has changed or is gone', async () => {
    const { get, documents } = await readWorld();
    const file = join(documents, 'lamp.md');
    await writeFile(file, `${BYTES}more`);
    const changed = await get(`${RUN}/sources/s1/original`);
    await rm(file);
    const gone = await get(`${RUN}/sources/s1/original`);

    expect([changed.status, gone.status]).toEqual([404, 404]);
    expect(await changed.json()).toMatchObject({ detail: 'the document has changed since it was read' });
    expect(await gone.json()).toMatchObject({ detail: 'the document is no longer where it was read' });
  });

  it.each([
    ['../secret.md'],
    ['sub/../../secret.md'],
    ['linked.md'],
    ['linked-folder/secret.md'],
    ['../home/secret.md'],
  ])('is refused outside its folder, even if the record names it with its hash: %s', async (locator) => {
    const { get, place, documents, home } = await readWorld({ locator });
    await mkdir(join(documents, 'sub'));
    await mkdir(join(place, 'elsewhere'));
    for (const secret of [join(place, 'secret.md'), join(place, 'elsewhere', 'secret.md'), join(home, 'secret.md')]) {
      await writeFile(secret, BYTES);
    }
    await symlink(join(place, 'secret.md'), join(documents, 'linked.md'));
    await symlink(join(place, 'elsewhere'), join(documents, 'linked-folder'));

    expect((await get(`${RUN}/sources/s1/original`)).status).toBe(404);
  });

  it('is refused for what the report does not cite', async () => {
    const { get, documents } = await readWorld({ sourceId: 's9' });
    await writeFile(join(documents, 'lamp.md'), BYTES);

    const ids = ['s9', 's1', 'lamp.md', '..%2Fdocuments%2Flamp.md'];
    const responses = await Promise.all(ids.map(async (id) => get(`${RUN}/sources/${id}/original`)));

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await responses[0]?.json()).toMatchObject({ detail: 'nothing here cites such a source' });
  });
});
