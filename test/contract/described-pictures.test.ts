import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modelReadSpans } from '@plumbline/contracts/evidence/model-read';
import { problemOfLanguages } from '@plumbline/documents/scans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStores, createVision } from '../../workers/assembly/dependencies.ts';
import { readOneDocument } from '../../workers/assembly/document-tools.ts';
import { temporaryFolder, writeFiles } from '../support/builders/corpus-fixtures.ts';
import { wordParagraph } from '../support/builders/document-fixtures.ts';
import { drawText, pngOf } from '../support/builders/drawn-text.ts';
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
    const selection = { include: [['*.md', '*.docx']], exclude: [] };
    const signal = new AbortController().signal;
    const report = await corpus.update({ directory: folder.path, selection, signal, onProgress: () => undefined });
    const sources = await corpus.sourcesOf(report.corpusId);
    const texts = await Promise.all(
      sources.map(async ({ locator, text }) => [locator, await blobs.getText(text)] as const),
    );
    const notes = new Map(report.skippedFiles.map(({ locator, reason }) => [locator, reason]));
    return { report, corpus, text: new Map(texts), notes };
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
