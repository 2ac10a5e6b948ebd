import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pickPair, readBeirFolder, writeDocuments } from '../../../bench/search-quality/beir-folder.ts';
import { foundShare } from '../../../bench/search-quality/law-collection.ts';

const UNNAMED = { queries: null, qrels: null };

describe('pickPair', () => {
  it('takes files whose names end alike', () => {
    const names = ['queries-train.jsonl', 'queries-test.jsonl', 'qrels-test.tsv', 'corpus.jsonl'];

    expect(pickPair('folder', names, UNNAMED)).toEqual({ queries: 'queries-test.jsonl', qrels: 'qrels-test.tsv' });
  });

  it('takes the only ones whatever their names, and those that are named', () => {
    const names = ['queries.jsonl', 'qrels-dev.tsv', 'qrels-test.tsv'];

    expect(pickPair('folder', ['queries.jsonl', 'qrels-dev.tsv'], UNNAMED).qrels).toBe('qrels-dev.tsv');
    expect(pickPair('folder', names, { queries: null, qrels: 'qrels-test.tsv' })).toEqual({
      queries: 'queries.jsonl',
      qrels: 'qrels-test.tsv',
    });
  });

  it('refuses several pairs, and none', () => {
    expect(() => pickPair('folder', ['queries.jsonl', 'qrels-dev.tsv', 'qrels-test.tsv'], UNNAMED)).toThrow('several');
    expect(() => pickPair('folder', ['queries.jsonl'], UNNAMED)).toThrow('holds no queries*.jsonl with qrels*.tsv');
  });
});

describe('a folder in BEIR layout', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const lines = (...objects: readonly object[]): string => objects.map((value) => JSON.stringify(value)).join('\n');

  it('is read packed or not, with ids as numbers or with an underscore', async () => {
    const corpus = lines({ _id: 'd1', title: 'Lamp', text: 'Oil.', metadata: {} }, { id: 2, text: 'Rope.' });
    await writeFile(join(folder, 'corpus.jsonl.gz'), gzipSync(corpus));
    await writeFile(
      join(folder, 'queries.jsonl'),
      lines({ _id: 7, text: 'Which oil?' }, { id: '8', text: 'Never judged' }),
    );
    await writeFile(join(folder, 'qrels.tsv'), 'query-id\tcorpus-id\tscore\n7\td1\t1\n7\t2\t0\n7\tgone\t1\n');

    const { documents, queries } = await readBeirFolder(folder, UNNAMED);

    expect(documents).toEqual([
      { id: 'd1', title: 'Lamp', text: 'Oil.' },
      { id: '2', title: '', text: 'Rope.' },
    ]);
    expect(queries).toEqual([{ id: '7', text: 'Which oil?', language: 'en', relevant: new Set(['d1']) }]);
  });

  it('names the invalid line', async () => {
    await writeFile(join(folder, 'corpus.jsonl'), `${lines({ id: '1', text: 'Oil.' })}\n{"id": `);

    await expect(readBeirFolder(folder, UNNAMED)).rejects.toThrow('corpus.jsonl, line 2');
  });

  it.each([
    { name: 'an empty corpus', file: 'corpus.jsonl', content: '\n', problem: 'corpus.jsonl holds no document' },
    { name: 'a document without text', file: 'corpus.jsonl', content: '{"id": 1}', problem: 'line 1, text: ' },
    { name: 'what is not JSON', file: 'queries.jsonl', content: '[', problem: 'queries.jsonl, line 1: not JSON' },
    { name: 'a query that is a number', file: 'queries.jsonl', content: '7', problem: 'queries.jsonl, line 1: ' },
    {
      name: 'a judgement without score',
      file: 'qrels.tsv',
      content: '7\td1\n',
      problem: 'qrels.tsv, line 1: not query',
    },
    { name: 'a packed file that is damaged', file: 'corpus.jsonl.gz', content: 'x', problem: 'cannot be unpacked' },
  ])('is refused, by file, line and field, for $name', async ({ file, content, problem }) => {
    const corpus = file === 'corpus.jsonl.gz' ? {} : { 'corpus.jsonl': lines({ id: 'd1', text: 'Oil.' }) };
    const files = {
      ...corpus,
      'queries.jsonl': lines({ id: '7', text: 'Oil?' }),
      'qrels.tsv': '7\td1\t1\n',
      [file]: content,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);

    await expect(readBeirFolder(folder, UNNAMED)).rejects.toThrow(problem);
  });

  it('becomes files, which are written again only when they change', async () => {
    const documents = [
      { id: '../a', title: 'Lamp', text: 'Oil.' },
      { id: 'b', title: '', text: 'Rope.' },
    ];
    const locators = await writeDocuments(folder, documents);
    const path = join(folder, locators.get('../a') ?? '');
    const before = await stat(path, { bigint: true });
    await writeDocuments(folder, documents);

    expect(await readFile(path, 'utf8')).toBe('# Lamp\n\nOil.\n');
    expect(await readFile(join(folder, locators.get('b') ?? ''), 'utf8')).toBe('Rope.\n');
    expect((await stat(path, { bigint: true })).mtimeNs).toBe(before.mtimeNs);
  });
});

describe('foundShare', () => {
  const expected = [
    { file: 'a.md', section: '§ 1', phrase: 'nine\n  hours' },
    { file: 'b.md', section: '§ 2', phrase: 'ten hours' },
  ];
  const question = {
    id: 'q',
    question: '?',
    language: 'en',
    expect: expected,
    mustContain: [],
    alsoGood: [],
    unanswerable: false,
    ambiguous: false,
  };
  const ranking = [
    { locator: 'b.md', text: 'It takes nine hours.' },
    { locator: 'a.md', text: 'It takes nine hours.' },
    { locator: 'b.md', text: 'It takes ten\u00a0hours.' },
  ];

  it('is the share of the phrases inside the first passages of the right files, whatever the white space', () => {
    expect([1, 2, 3].map((depth) => foundShare({ question, ranking }, depth))).toEqual([0, 0.5, 1]);
  });
});
