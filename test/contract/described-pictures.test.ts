import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modelReadSpans } from '@plumbline/contracts/evidence/model-read';
import { problemOfLanguages } from '@plumbline/documents/scans';
import { readQuotedOriginal } from '@plumbline/report/source-original';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStores, createVision } from '../../workers/assembly/dependencies.ts';
import { readOneDocument } from '../../workers/assembly/document-tools.ts';
import { bookOf } from '../support/builders/book-fixtures.ts';
import { temporaryFolder, writeFiles } from '../support/builders/corpus-fixtures.ts';
import { drawing, pdfOfDrawings, wordParagraph } from '../support/builders/document-fixtures.ts';
import { drawText, imageOperators, pngOf } from '../support/builders/drawn-text.ts';
import { openTextOf, paragraph, pictureShape, presentationOf, shape } from '../support/builders/office-fixtures.ts';
import { createTestCalls } from '../support/builders/test-calls.ts';
import { pictureDocx } from '../support/builders/word-fixtures.ts';
import {
  answerText,
  type ScriptedModelServer,
  startScriptedModelServer,
  status,
} from '../support/servers/scripted-model-server.ts';

const GATE = pngOf(drawText(['THE NORTH GATE', 'OPENS AT NOON']));
const DOCK = pngOf(drawText(['THE SOUTH DOCK', 'OPENS AT NINE']));
const SAID = '- **North gate**: opens at noon\n- [Gate] → Yard: by courier\n\n# Level | Digest\nHigh | SHA-256 < 5 ms';
const SELECTION = { include: [['*.md', '*.docx', '*.pptx', '*.odt', '*.epub', '*.pdf']], exclude: [] };
const LINE =
  'Figure 1 (gate.png, read by the model seer): North gate: opens at noon; (Gate) → Yard: by courier; Level | Digest; High | SHA-256 < 5 ms';

describe('pictures that a model describes', () => {
  let server: ScriptedModelServer;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let home: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeEach(async () => {
    server = await startScriptedModelServer();
    [folder, home] = [await temporaryFolder(), await temporaryFolder()];
    await writeFiles(folder.path, {
      'guide.md': '# Guide\n\nSee:\n\n![The gate](img/gate.png)\n\nLast words.\n',
      'other.md': '# Other\n\n![The same](img/copy.png)\n',
      'img/gate.png': GATE,
      'img/copy.png': GATE,
    });
  });
  afterEach(async () => {
    await server.close();
    await folder.dispose();
    await home.dispose();
  });

  const modelOf = (vision: string | null) => ({
    apiKey: 'k',
    baseURL: server.baseURL,
    model: 'blind',
    smallModel: 'blind',
    vision: vision ?? undefined,
    timeoutMs: 600_000,
    maxTokens: undefined,
    temperature: undefined,
  });
  const update = async (vision: string | null = 'seer', ocr: string | null = null) => {
    const { corpus, blobs } = createStores(home.path, { model: modelOf(vision), ocr });
    const signal = new AbortController().signal;
    const report = await corpus.update({
      directory: folder.path,
      selection: SELECTION,
      signal,
      onProgress: () => undefined,
    });
    const sources = await corpus.sourcesOf(report.corpusId);
    const texts = await Promise.all(
      sources.map(async ({ locator, text }) => [locator, await blobs.getText(text)] as const),
    );
    const notes = new Map(report.skippedFiles.map(({ locator, reason }) => [locator, reason]));
    return { report, corpus, sources, blobs, text: new Map(texts), notes };
  };

  it('are described once each, in a line that says so', async () => {
    server.answerBy(() => answerText(SAID));
    const { text, notes } = await update();
    expect(text.get('guide.md')?.split('\n')).toContain(LINE);
    expect(text.get('other.md')).toContain('Figure 1 (copy.png, read by the model seer): North gate');
    expect(notes.get('guide.md')).toBe('1 picture read by the model seer');
    expect(server.requests.map(({ model }) => model)).toEqual(['seer']);
    expect(server.requests[0]?.body).toMatchObject({
      messages: [
        { role: 'system' },
        {
          role: 'user',
          content: [
            { type: 'text', text: expect.stringContaining('Guess nothing') },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${GATE.toString('base64')}` } },
          ],
        },
      ],
    });

    await writeFile(join(folder.path, 'third.md'), '# Third\n\n![Again](img/gate.png)\n');
    expect((await update()).text.get('third.md')).toContain('read by the model seer');
    expect(server.requests).toHaveLength(1);
  });

  it('are read again for another model, for none, and when one is set', async () => {
    server.answerBy(({ model }) => answerText(`Seen by ${model}`));
    expect((await update(null)).text.get('guide.md')).not.toContain('Figure');
    expect((await update('seer')).text.get('guide.md')).toContain('Seen by seer');
    expect((await update('owl')).text.get('guide.md')).toContain('Seen by owl');
    expect((await update('owl')).report).toMatchObject({ added: 0, changed: 0 });
    expect((await update(null)).text.get('guide.md')).not.toContain('Figure');
    expect((await update('seer')).text.get('guide.md')).toContain('Seen by seer');
    expect(server.requests.map(({ model }) => model)).toEqual(['seer', 'owl']);
  });

  it.skipIf(problemOfLanguages('eng') !== null)(
    'keep the words of OCR where the model fails, and are asked for again',
    async () => {
      server.answerBy(() => status(503));
      const failed = await update('seer', 'eng');
      expect(failed.text.get('guide.md')).toMatch(/Figure 1 \(gate\.png, read by OCR, 9\d % sure\)/);
      expect(failed.notes.get('guide.md')).toMatch(
        /1 picture read by OCR.*; 1 picture not read by the model seer: .*503/,
      );
      server.answerBy(() => answerText(SAID));
      expect((await update('seer', 'eng')).text.get('guide.md')).toContain(LINE);
      expect((await update('seer', 'eng')).report).toMatchObject({ added: 0, changed: 0 });
    },
  );

  it('are counted where the model refuses or sees none, and not asked for again', async () => {
    await writeFiles(folder.path, { 'dock.md': '# Dock\n\n![Dock](img/dock.png)\n', 'img/dock.png': DOCK });
    server.answerBy(({ body }) =>
      JSON.stringify(body).includes(DOCK.toString('base64'))
        ? answerText('No picture.')
        : answerText(null, { choice: { message: { role: 'assistant', content: null, refusal: 'I will not.' } } }),
    );
    const { notes } = await update();
    const asked = server.requests.length;
    expect(notes.get('dock.md')).toContain('1 picture not read by the model seer: it saw no picture');
    expect(notes.get('guide.md')).toMatch(/1 picture not read by the model seer: .*I will not/);
    expect(notes.get('guide.md')).toContain('1 picture not read: set PLUMBLINE_OCR=eng to read scans');
    await writeFile(join(folder.path, 'guide.md'), '# Guide anew\n\n![The gate](img/gate.png)\n');
    expect((await update()).report).toMatchObject({ added: 0, changed: 1 });
    expect(server.requests).toHaveLength(asked);
  });

  it('are left alone after some failures', async () => {
    const many = Array.from(
      { length: 12 },
      (_, at) => [`img/${at}.png`, pngOf(drawText(['GATE', `${at + 10}`]))] as const,
    );
    await writeFiles(folder.path, {
      ...Object.fromEntries(many),
      'guide.md': many.map(([path]) => `![a](${path})`).join('\n\n'),
      'other.md': 'Words.',
    });
    server.answerBy(() => status(400, { message: 'this model takes no pictures' }));
    const { notes } = await update();
    expect(notes.get('guide.md')).toMatch(/not read by the model seer: it failed too often/);
    expect(new Set(server.requests.map(({ body }) => JSON.stringify(body['messages']))).size).toBeLessThan(12);
  });

  it('are not described beyond the budget of a run', async () => {
    const calls = createTestCalls(home.path);
    const picture = { hash: 'a'.repeat(64), mediaType: 'image/png', bytes: GATE };
    const describe = (modelCalls: number) => {
      const ceiling = { modelCalls, modelTokens: 100_000, money: null };
      const reader = createVision(home.path, modelOf('seer'), calls.paidCalls)?.({ reuse: 'any-run', ceiling });
      return calls.payingAs({}, async () => reader?.describe(picture, 'de', new AbortController().signal));
    };
    server.answerBy(() => answerText(SAID));
    await expect(describe(0)).rejects.toThrow('limit of 0');
    expect(server.requests).toEqual([]);
    expect(await describe(1)).toContain('North gate');
    expect(JSON.stringify(server.requests[0]?.body)).toContain('Write in German.');
    expect((await calls.store.ledgerOf('research-lamp'))?.entries).toMatchObject([
      { kind: 'model', name: 'describe-picture', model: 'seer', requests: 1 },
    ]);
    await calls.store.close();
  });

  it('keep their line whole in the cell of a table', async () => {
    server.answerBy(() => answerText(SAID));
    const inCell = (drawing: string) =>
      `<w:tbl><w:tr><w:tc>${wordParagraph('Gate')}</w:tc><w:tc>${drawing}</w:tc></w:tr></w:tbl>`;
    await writeFile(join(folder.path, 'gate.docx'), pictureDocx(GATE, inCell));
    const { text } = await update();
    const stored = text.get('gate.docx') ?? '';
    const [seen] = modelReadSpans(stored);
    expect(stored.slice(seen?.start, seen?.end)).toContain('SHA-256 < 5 ms');
  });

  const WORDS = shape(paragraph('Last words.'));
  const ALTERNATIVE = '[picture: The (north) gate]';
  it.each([
    ['gate.pptx', presentationOf([{ shapes: pictureShape('The [north] gate') + WORDS, picture: GATE }]), ALTERNATIVE],
    [
      'gate.odt',
      openTextOf(
        '<text:p>See:<draw:frame><draw:image xlink:href="Pictures/gate.png"/><svg:desc>The [north] gate</svg:desc></draw:frame></text:p><text:p>Last words.</text:p>',
        '',
        'text',
        { 'Pictures/gate.png': GATE },
      ),
      ALTERNATIVE,
    ],
    [
      'gate.epub',
      bookOf(
        { one: '<p>See:</p><p><img src="../art/gate.png" alt="The (north) gate"/></p><p>Last words.</p>' },
        ['one'],
        {
          'art/gate.png': GATE,
        },
      ),
      ALTERNATIVE,
    ],
    ['gate.docx', pictureDocx(GATE), LINE],
  ])('are described in %s, and kept for those who read what cites them', async (name, bytes, before) => {
    server.answerBy(() => answerText(SAID));
    await writeFile(join(folder.path, name), bytes);
    const { text, sources, blobs, notes } = await update();
    const stored = text.get(name) ?? '';
    expect(stored.split('\n')).toContain(LINE);
    expect(stored).toContain('Last words.');
    expect(stored).toContain(before);
    expect(stored).not.toContain('gate.png)');
    expect(notes.get(name)).toBe('1 picture read by the model seer');
    expect(server.requests).toHaveLength(1);

    const { sourceId = '', figures: [figure] = [] } = sources.find(({ locator }) => locator === name) ?? {};
    expect(figure).toMatchObject({ label: 'Figure 1 (gate.png, read by the model seer)', mediaType: 'image/png' });
    expect(stored.slice(figure?.start, figure?.end)).toBe(LINE);
    const textHash = sources.find((source) => source.sourceId === sourceId)?.text.sha256 ?? '';
    const corpus = { corpusDirectories: [folder.path], fileSelections: [{ directory: folder.path, ...SELECTION }] };
    const pictureAt = (place: number) =>
      readQuotedOriginal(
        { corpus, readBy: 'chat-lamp' },
        { sourceId, textHash },
        { home: home.path, blobs, records: { list: async () => [] } },
        place,
      );
    expect(await pictureAt(figure?.start ?? -1)).toEqual({ state: 'found', bytes: GATE, mediaType: 'image/png' });
    expect(await pictureAt(0)).toEqual({ state: 'missing' });
  });

  it('are described where pages of a PDF show them beside words, but neither grounds nor small ones', async () => {
    server.answerBy(() => answerText(SAID));
    const words = (text: string) => drawing({ text, x: 72, y: 780 });
    const gate = drawText(['THE NORTH GATE', 'OPENS AT NOON']);
    const place = { x: 72, y: 300, width: 300, height: 120 };
    const pages = [
      `${words('The gate is shown below.')} ${imageOperators({ page: gate, at: place })}`,
      `${words('The gate is shown again.')} ${imageOperators({ page: gate, at: place })}`,
      `${words('A ground lies below.')} ${imageOperators({ page: gate, at: { x: 0, y: 0, width: 612, height: 842 } })}`,
      `${words('A sign stands beside.')} ${imageOperators({ page: gate, at: { ...place, width: 40, height: 20 } })}`,
      `${words('A gate lies off the page.')} ${imageOperators({ page: gate, at: { ...place, x: 2_000 } })}`,
    ];
    await writeFile(join(folder.path, 'gate.pdf'), pdfOfDrawings(pages));
    expect((await update(null)).text.get('gate.pdf')).not.toContain('Figure');
    const { text, notes, sources, blobs } = await update();
    const stored = text.get('gate.pdf') ?? '';
    expect(notes.get('gate.pdf')).toBe('1 picture read by the model seer');
    const line = LINE.replace('gate.png', 'page 1');
    expect(stored.split('\n\n').slice(0, 3)).toEqual(['The gate is shown below.', line, 'The gate is shown again.']);
    expect(stored.match(/Figure \d/g)).toEqual(['Figure 1']);
    const { figures: [figure] = [] } = sources.find(({ locator }) => locator === 'gate.pdf') ?? {};
    expect(stored.slice(figure?.start, figure?.end)).toBe(line);
    const kept = await blobs.getBytes({ sha256: figure?.sha256 ?? '' });
    // Without the words of the page; white around the picture.
    expect(Buffer.from(kept).subarray(1, 4).toString()).toBe('PNG');
    expect(
      server.requests.filter(({ body }) => JSON.stringify(body).includes(Buffer.from(kept).toString('base64'))),
    ).toHaveLength(1);
  });

  it('are described once where slides repeat them, and icons are left alone', async () => {
    server.answerBy(() => answerText(SAID));
    const icon = pngOf({ width: 40, height: 40, pixels: new Uint8Array(1_600).fill(90) });
    const slides = [GATE, GATE, icon].map((picture) => ({ shapes: pictureShape('') + WORDS, picture }));
    await writeFile(join(folder.path, 'gate.pptx'), presentationOf(slides));
    const { text, notes } = await update();
    expect(text.get('gate.pptx')?.match(/Figure \d/g)).toEqual(['Figure 1']);
    expect(notes.get('gate.pptx')).toBe('1 picture read by the model seer');
    expect(server.requests).toHaveLength(1);
  });

  it('are described in Word and where one document is read, and kept in the store', async () => {
    server.answerBy(() => answerText(SAID));
    await writeFile(join(folder.path, 'gate.docx'), pictureDocx(GATE));
    const config = { home: home.path, model: modelOf('seer'), ocr: null, web: { allowedHosts: [] } as never };
    const read = await readOneDocument(join(folder.path, 'gate.docx'), config, new AbortController().signal, () => {});
    expect(read).toMatchObject({ isRead: true, text: expect.stringContaining(LINE) });
    expect(await readdir(join(home.path, 'descriptions'))).toHaveLength(1);
    expect((await update()).text.get('gate.docx')).toContain(LINE);
    expect(server.requests).toHaveLength(1);
  });
});
